-- Returns whether a review is shown, and so counts in the average.
create function is_review_shown(r reviews) returns boolean
language sql immutable
return r.hidden_by_rule is null and r.erased_at is null;

-- Updates the rating of the vineyard in the statement that changes one of its reviews.
create or replace function count_review() returns trigger
language plpgsql as $$
declare
  was integer := 0;
  is_now constant integer := case when is_review_shown(new) then 1 else 0 end;
begin
  if tg_op = 'UPDATE' then
    was := case when is_review_shown(old) then 1 else 0 end;
    if (was, old.stars) = (is_now, new.stars) then
      return null;
    end if;
  end if;
  insert into vineyard_ratings (vineyard_id) values (new.vineyard_id) on conflict do nothing;
  update vineyard_ratings set
    reviews = reviews + is_now - was,
    stars = stars + is_now * new.stars - case when was = 1 then old.stars else 0 end
  where vineyard_id = new.vineyard_id;
  return null;
end $$;

-- Returns the end of a visit. A booking without times ends with its day.
create function visit_end(b bookings) returns timestamptz
language sql stable
return coalesce(b.ends_at, london_instant(b.booking_date + 1, '00:00'));

-- Returns the last day on which the guest of a booking may write a review: 60 days after the visit.
create function last_review_day(b bookings) returns date
language sql stable
return london_today(visit_end(b) - interval '1 second') + 60;

-- Returns why the guest of a booking may not write a review, or null if the guest may write one. 'uninvited': we do not
-- email the guest, or the visit is a walk-in, a test or at a demonstration estate. 'deleted': the guest deleted the
-- review. 'no_show': staff marked the party as a no-show within a day of the visit. The time at which the mark arrived
-- counts, because staff can send an earlier time with a mark.
create function review_refusal(b bookings, p_now timestamptz) returns review_problem
language sql stable
return case
  when not (emails_changes(b) and b.emails_guest) or b.channel = 'walk_in' or b.is_test
    or exists (select from vineyards v where v.id = b.vineyard_id and (v.is_demo or v.is_sandbox)) then 'uninvited'
  when exists (select from reviews r where r.booking_id = b.id and r.erased_at is not null) then 'deleted'
  when b.status <> 'completed' or coalesce(b.starts_at, london_instant(b.booking_date, '00:00')) > p_now then 'not_completed'
  when b.attendance = 'no_show' and coalesce((
    select max(e.happened_at) from booking_events e
    where e.booking_id = b.id and e.kind = 'marked' and e.changes -> 'attendance' ->> 1 = 'no_show'
  ) <= visit_end(b) + interval '24 hours', true) then 'no_show'
  when london_today(p_now) > last_review_day(b) then 'late'
end::review_problem;

-- Emails the guest that the link of the booking was used to write, change or delete the review, because the vineyard's staff
-- know the link, too. Sends each type of email once.
create function tell_reviewer(b bookings, p_email_type text, p_now timestamptz) returns void
language sql volatile
as $$
  insert into emails (booking_id, once_key, email_type, to_address, payload, created_at)
  select b.id, concat(p_email_type, ' ', b.id), p_email_type, b.guest_email, email_payload(b.id, p_email_type), p_now
  where emails_changes(b)
  on conflict (once_key) where once_key is not null do nothing
$$;

-- Writes the review of a booking, or changes it within 24 hours. p_seen is the time at which the review in the form was
-- last written; null for a new review. The same stars and words sent again change nothing. Returns null, or a reason of
-- `review_refusal`, 'absent', 'closed' (24 hours have passed) or 'changed' (another window has written the review
-- meanwhile).
create function write_review(p_booking_id uuid, p_stars integer, p_words text, p_seen timestamptz, p_now timestamptz)
returns review_problem
language plpgsql volatile
as $$
declare
  b bookings;
  r reviews;
  refusal review_problem;
begin
  select x.* into b from bookings x where x.id = p_booking_id for update;
  if not found then
    return 'absent';
  end if;
  select x.* into r from reviews x where x.booking_id = b.id for update;
  if not found then
    refusal := review_refusal(b, p_now);
    if refusal is null then
      insert into reviews (booking_id, vineyard_id, stars, words, created_at)
      values (b.id, b.vineyard_id, p_stars, p_words, p_now);
      perform tell_reviewer(b, 'review_written', p_now);
    end if;
    return refusal;
  elsif r.erased_at is not null then
    return review_refusal(b, p_now);
  elsif (r.stars, r.words::text) = (p_stars, p_words) then
    return null;
  elsif coalesce(r.edited_at, r.created_at) is distinct from p_seen then
    return 'changed';
  elsif p_now >= r.created_at + interval '24 hours' then
    return 'closed';
  end if;
  update reviews set stars = p_stars, words = p_words, edited_at = p_now where id = r.id;
  perform tell_reviewer(b, 'review_changed', p_now);
  return null;
end $$;

-- Adds a stored picture to the review of a booking: at most three, within 24 hours. If p_id is null, only checks whether a
-- picture may be added. Returns null, 'absent', 'closed' or 'full' (three pictures, or ten including removed pictures).
create function add_review_picture(p_booking_id uuid, p_id uuid, p_address text, p_bytes integer, p_now timestamptz)
returns review_problem
language plpgsql volatile
as $$
declare
  r reviews;
  stored record;
begin
  select x.* into r from reviews x where x.booking_id = p_booking_id and x.erased_at is null for update;
  if not found then
    return 'absent';
  elsif p_now >= r.created_at + interval '24 hours' then
    return 'closed';
  end if;
  select count(*) filter (where p.removed_at is null) as current, count(*) as everything into stored
  from review_pictures p where p.review_id = r.id;
  if stored.current >= 3 or stored.everything >= 10 then
    return 'full';
  end if;
  if p_id is not null then
    insert into review_pictures (id, review_id, address, bytes, created_at) values (p_id, r.id, p_address, p_bytes, p_now);
  end if;
  return null;
end $$;

-- Answers a review in the vineyard's name, or changes the answer within 24 hours. p_seen is the version that staff saw;
-- null skips the check of the version. Returns null, 'absent', 'changed' or 'closed'.
create function answer_review(
  p_id uuid, p_answer text, p_seen text, p_vineyard_id uuid, p_actor text, p_actor_id uuid, p_now timestamptz
) returns review_problem
language plpgsql volatile
as $$
declare
  r reviews;
  v_email text;
begin
  perform require_works_at(p_actor, p_actor_id, p_vineyard_id);
  select x.* into r from reviews x
  where x.id = p_id and x.erased_at is null and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id)
  for update;
  if not found then
    return 'absent';
  elsif r.answer = p_answer then
    return null;
  elsif version_of(to_jsonb(r)) <> p_seen then
    return 'changed';
  elsif p_now >= r.answered_at + interval '24 hours' then
    return 'closed';
  end if;
  update reviews set answer = p_answer, answered_at = coalesce(answered_at, p_now) where id = p_id;
  select b.guest_email into v_email from bookings b where b.id = r.booking_id;
  perform note_audit(
    p_actor, p_actor_id, 'review', p_id, r.vineyard_id,
    jsonb_build_object('guest_email', v_email, 'answer', r.answer),
    jsonb_build_object('guest_email', v_email, 'answer', p_answer), p_now
  );
  return null;
end $$;

-- Hides a review by the hiding rule with this number or, if the number is null, shows it again. Emails its writer and settles
-- the reports about the review. Returns null or 'absent'.
create function moderate_review(p_id uuid, p_rule integer, p_actor text, p_actor_id uuid, p_now timestamptz)
returns review_problem
language plpgsql volatile
as $$
declare
  r reviews;
begin
  select x.* into r from reviews x where x.id = p_id and x.erased_at is null for update;
  if not found then
    return 'absent';
  end if;
  delete from review_reports where review_id = p_id;
  if r.hidden_by_rule is not distinct from p_rule then
    return null;
  end if;
  update reviews set hidden_by_rule = p_rule where id = p_id;
  insert into emails (booking_id, email_type, to_address, payload, created_at)
  select b.id, t.email_type, b.guest_email, email_payload(b.id, t.email_type) || jsonb_build_object('rule', p_rule), p_now
  from bookings b, (values (case when p_rule is null then 'review_shown' else 'review_hidden' end)) as t (email_type)
  where b.id = r.booking_id and emails_changes(b);
  perform note_audit(
    p_actor, p_actor_id, 'review', p_id, r.vineyard_id,
    jsonb_build_object('hidden_by_rule', r.hidden_by_rule), jsonb_build_object('hidden_by_rule', p_rule), p_now
  );
  return null;
end $$;

-- Counts a visitor's report of a shown review. Returns false if the vineyard shows no such review.
create function report_review(p_id uuid, p_vineyard_id uuid, p_rule integer, p_now timestamptz) returns boolean
language sql volatile
as $$
  with reported as (
    insert into review_reports as known (review_id, rule, reported_at)
    select r.id, p_rule, p_now from reviews r where r.id = p_id and r.vineyard_id = p_vineyard_id and is_review_shown(r)
    on conflict (review_id, rule) do update set times = known.times + 1, reported_at = excluded.reported_at
    returning 1
  )
  select exists (select from reported)
$$;

-- Erases the words, answers, pictures and reports of these bookings' reviews, which then no longer count in the
-- average.
create function erase_reviews(p_booking_ids uuid[], p_now timestamptz) returns void
language sql volatile
as $$
  update review_pictures p set removed_at = coalesce(p.removed_at, p_now), shown_at = null
  from reviews r where r.id = p.review_id and r.booking_id = any (p_booking_ids);
  delete from review_reports p using reviews r where r.id = p.review_id and r.booking_id = any (p_booking_ids);
  update reviews set words = '', answer = '', answered_at = null, erased_at = p_now
  where booking_id = any (p_booking_ids) and erased_at is null;
$$;

-- Deletes the review of a booking for its guest, at any time. The empty row stays, so that the guest cannot write a
-- second review. Emails the guest. Returns false if there is no review.
create function delete_review(p_booking_id uuid, p_now timestamptz) returns boolean
language plpgsql volatile
as $$
begin
  -- Because of the lock, the deletion waits for an edit, an answer or a picture that is being stored.
  perform from reviews r where r.booking_id = p_booking_id and r.erased_at is null for update;
  if not found then
    return false;
  end if;
  perform erase_reviews(array[p_booking_id], p_now);
  perform tell_reviewer(b, 'review_deleted', p_now) from bookings b where b.id = p_booking_id;
  return true;
end $$;

-- Returns ratings of vineyards that differ from the vineyards' shown reviews.
create function rating_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  with counted as (
    select r.vineyard_id, count(*)::int as reviews, sum(r.stars)::int as stars from reviews r where is_review_shown(r) group by 1
  )
  select 'rating', 'vineyards', coalesce(k.vineyard_id, c.vineyard_id)::text,
    format('counts %s reviews with %s stars, but has %s reviews with %s stars', k.reviews, k.stars, c.reviews, c.stars)
  from vineyard_ratings k full join counted c on c.vineyard_id = k.vineyard_id
  where (coalesce(k.reviews, 0), coalesce(k.stars, 0)) <> (coalesce(c.reviews, 0), coalesce(c.stars, 0))
$$;
