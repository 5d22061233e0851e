-- Pictures that somebody sent, by their largest file's address. A vineyard's cover and logo are those that its row names;
-- more of them stand in the order of their ranks. A post's belong to the marketplace.
create table pictures (
  id uuid primary key default gen_random_uuid(),
  vineyard_id uuid references vineyards on delete cascade,
  experience_id uuid,
  shown_as text not null check (shown_as in ('cover', 'logo', 'more', 'post')),
  address text not null unique check (address ~ '^/media/[0-9a-f]{32}-[0-9]{1,4}x[0-9]{1,4}\.webp$'),
  -- What it shows, for who does not see it; empty where it only decorates.
  alt text not null default '' check (length(alt) <= 300 and alt !~ '[[:cntrl:]]'),
  rank integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Taken away, and gone for good a day later.
  removed_at timestamptz,
  foreign key (experience_id, vineyard_id) references experiences (id, vineyard_id) on delete cascade,
  constraint of_somebody check ((vineyard_id is null) = (shown_as = 'post')),
  constraint of_an_experience check (experience_id is null or shown_as = 'more')
);
create index pictures_of_vineyard on pictures (vineyard_id, rank, created_at) where removed_at is null;
create index pictures_of_experience on pictures (experience_id) where experience_id is not null;
create trigger pictures_touched before update on pictures for each row execute function touch_updated_at();

-- Deletes the pictures that nothing has led to since before `p_before`, and tells their addresses.
create function forget_pictures(p_before timestamptz) returns setof text
language sql volatile
as $$
  delete from pictures p
  where p.created_at < p_before and p.updated_at < p_before
    and case p.shown_as
      when 'more' then p.removed_at < p_before
      when 'post' then p.removed_at < p_before or not exists (
        select from blog_posts b where strpos(to_jsonb(b)::text, p.address) > 0
      )
      else not exists (select from vineyards v where p.address in (v.cover_image_url, v.logo_url))
    end
  returning p.address
$$;
