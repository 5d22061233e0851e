-- What a vineyard states about visits, for all experiences or for one that differs. A missing row means "not stated".
create table vineyard_facts (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid not null references vineyards on delete cascade,
  experience_id uuid,
  fact text not null,
  choice text not null,
  detail one_line check (length(detail) between 1 and 200),
  stated_on date not null,
  constraint fact_is_known check (fact || ':' || choice in (
    'step_free_route:all_the_way', 'step_free_route:other_entrance', 'step_free_route:ramp', 'step_free_route:steps',
    'ground:level', 'ground:gentle', 'ground:steep', 'ground:rough',
    'seating:throughout', 'seating:tasting', 'seating:on_request', 'seating:none',
    'accessible_toilet:on_site', 'accessible_toilet:nearby', 'accessible_toilet:none',
    'hearing_loop:fitted', 'hearing_loop:portable', 'hearing_loop:none',
    'coach_parking:space', 'coach_parking:ask_first', 'coach_parking:none',
    'electric_charging:on_site', 'electric_charging:nearby', 'electric_charging:none',
    'dogs_where:everywhere', 'dogs_where:not_cellar', 'dogs_where:outdoors', 'dogs_where:nowhere',
    'children_from:any', 'children_from:five', 'children_from:eight', 'children_from:twelve', 'children_from:adults',
    'for_children:play', 'for_children:activities', 'for_children:drinks', 'for_children:nothing',
    'allergens:catered', 'allergens:ask_first', 'allergens:listed', 'allergens:no',
    'languages:english', 'languages:others', 'languages:signed',
    'payment:both', 'payment:card', 'payment:cash',
    'shelter:indoors', 'shelter:covered', 'shelter:partly', 'shelter:none'
  )),
  constraint fact_is_stated_once unique nulls not distinct (vineyard_id, experience_id, fact),
  constraint fact_of_own_experience foreign key (experience_id, vineyard_id)
    references experiences (id, vineyard_id) on update cascade on delete cascade
);
create index vineyard_facts_of_experience on vineyard_facts (experience_id) where experience_id is not null;
