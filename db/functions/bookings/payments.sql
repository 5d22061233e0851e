-- Refuses every change of payments, except that erasure may replace the reason of an entry with 'Erased'.
create or replace function guard_payments() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('audit.redacting', true) = 'yes' and new.reason = 'Erased'
    -- Ignores taken_on, which is generated after this trigger.
    and to_jsonb(new) - array['reason', 'taken_on'] = to_jsonb(old) - array['reason', 'taken_on'] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Refuses entries that break a rule. This is a trigger instead of a constraint, because the previous release also runs on
-- this database and lacks these rules for some kinds of entries.
create or replace function check_payment() returns trigger
language plpgsql as $$
declare
  broken constant text := case
    when new.entry not in ('payment', 'refund', 'discount', 'keep', 'sale') then 'payments_entry'
    when (new.entry in ('discount', 'keep')) <> (new.kind is null) then 'money_has_a_kind'
    when new.entry in ('discount', 'keep', 'sale') and (new.corrects is null) <> (new.reason is not null)
      then 'a_decision_has_a_reason'
    when (new.entry = 'sale') <> (new.booking_id is null) then 'a_sale_has_no_booking'
    when new.entry = 'sale' and length(new.reason) > 40 then 'a_sale_has_few_words'
  end;
begin
  if broken is not null then
    raise exception 'payment breaks the rule %', broken using errcode = 'check_violation', constraint = broken;
  end if;
  return new;
end $$;

-- Returns the money of a booking. due = owed - taken + refunds; a negative due is to be refunded. While a visit counts,
-- owed includes its total less discounts. owed also includes the money that staff keep, which is at most the money
-- taken. After a no-show, staff keep all the money taken.
create function money_of(b bookings) returns table (discounts numeric, taken numeric, refunds numeric, due numeric)
language sql stable
as $$
  select m.discounts, m.taken, m.refunds, v.price + k.kept - m.taken + m.refunds
  from (
    select
      coalesce(sum(p.amount) filter (where p.entry = 'discount'), 0) as discounts,
      coalesce(sum(p.amount) filter (where p.entry = 'payment'), 0) as taken,
      coalesce(sum(p.amount) filter (where p.entry = 'refund'), 0) as refunds,
      coalesce(sum(p.amount) filter (where p.entry = 'keep'), 0) as keeps
    from payments p where p.booking_id = b.id
  ) as m
    cross join lateral (select case when counts_as_visit(b) then b.total_price - m.discounts else 0 end) as v (price)
    cross join lateral (
      select case
        when is_no_show(b) then m.taken - m.refunds
        else least(m.keeps, greatest(m.taken - m.refunds - v.price, 0))
      end
    ) as k (kept)
$$;

-- Returns the retained money of a booking, which counts as earned on the day of the visit.
create function retained_money(b bookings) returns numeric
language sql stable
return case
  when is_no_show(b) or exists (select from payments p where p.booking_id = b.id and p.entry = 'keep')
  then (
    select m.due + m.taken - m.refunds - case when counts_as_visit(b) then b.total_price - m.discounts else 0 end
    from money_of(b) m
  )
  else 0
end;

-- Returns the bookings of a vineyard with money to give back, the earliest visit first. Leaves out a called-off booking while
-- its guest can still choose another time.
create function money_to_give_back(p_vineyard_id uuid, p_now timestamptz) returns table (booking_id uuid, amount numeric)
language sql stable
as $$
  select b.id, -m.due
  from (
    select p.booking_id as id, sum(case p.entry when 'payment' then p.amount when 'refund' then -p.amount else 0 end) as net,
      coalesce(sum(p.amount) filter (where p.entry = 'discount'), 0) as discounts
    from payments p
    where p.vineyard_id = p_vineyard_id and p.booking_id is not null
    group by p.booking_id
  ) as paid
    join bookings b on b.id = paid.id
      -- Reads the money only of bookings whose guests may have paid too much.
      and paid.net > case when counts_as_visit(b) then b.total_price - paid.discounts else 0 end
    cross join lateral money_of(b) m
  where m.due < 0 and not may_choose(b, p_now)
  order by b.booking_date, b.start_time, b.id
$$;

-- Adds a payment, refund, discount or retained money, or the correction of an entry. p_entry: entry, kind, amount (null:
-- the full amount due, overpaid or taken), reason, corrects, beyond_due, taken_at, idempotency_key. problem: null, 'absent',
-- 'other' (another entry has the key), 'nothing_due', 'too_much' (more than available), 'no_entry', 'corrected' or 'refunded'.
create function record_payment(
  p_booking_id uuid, p_vineyard_id uuid, p_entry jsonb, p_actor text, p_actor_id uuid, p_now timestamptz
)
returns table (problem payment_problem, payment_id bigint, available numeric)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted payments := jsonb_populate_record(null::payments, p_entry);
  beyond_due constant boolean := coalesce((p_entry ->> 'beyond_due')::boolean, false);
  b bookings;
  earlier payments;
  original payments;
  before record;
  after record;
begin
  -- Because of the lock, concurrent entries of one booking see each other.
  select x.* into b from bookings x
  where x.id = p_booking_id and (p_vineyard_id is null or x.vineyard_id = p_vineyard_id)
  for update;
  if not found then
    return query select 'absent'::payment_problem, null::bigint, null::numeric;
    return;
  end if;
  select p.* into earlier from payments p where p.idempotency_key = wanted.idempotency_key;
  if found then
    return query select
      case when (earlier.booking_id, earlier.corrects, coalesce(wanted.entry, earlier.entry),
          coalesce(wanted.kind, earlier.kind), coalesce(wanted.amount, earlier.amount))
        is distinct from (b.id, wanted.corrects, earlier.entry, earlier.kind, earlier.amount) then 'other'::payment_problem end,
      earlier.id, null::numeric;
    return;
  end if;

  select m.*, retained_money(b) as kept into before from money_of(b) m;
  if wanted.corrects is not null then
    select p.* into original from payments p where p.id = wanted.corrects and p.booking_id = b.id;
    problem := case
      when original.id is null or original.corrects is not null then 'no_entry'
      when exists (select from payments p where p.corrects = original.id) then 'corrected'
      when original.entry = 'payment' and before.taken - original.amount < before.refunds then 'refunded'
    end;
    wanted.entry := original.entry;
    wanted.kind := original.kind;
    wanted.amount := -original.amount;
  else
    available := case
      when wanted.entry = 'refund' then before.taken - before.refunds
      when wanted.entry = 'payment' then before.due
      when wanted.entry = 'keep' then -before.due
      when counts_as_visit(b) then b.total_price - before.discounts
      else 0
    end;
    wanted.amount := coalesce(wanted.amount, case
      when wanted.entry = 'discount' then least(available, before.due)
      when wanted.entry = 'refund' and before.due < 0 then least(available, -before.due)
      else available
    end);
    problem := case
      when wanted.amount <= 0 or available <= 0 and not (beyond_due and wanted.entry = 'payment') then 'nothing_due'
      when wanted.amount > available and not (beyond_due and wanted.entry = 'payment') then 'too_much'
    end;
    available := greatest(available, 0);
  end if;
  if problem is not null then
    return next;
    return;
  end if;

  insert into payments as p (
    booking_id, vineyard_id, entry, kind, amount, reason, corrects, actor, actor_id, taken_at, idempotency_key, created_at
  ) values (
    b.id, b.vineyard_id, wanted.entry, wanted.kind, wanted.amount, wanted.reason, wanted.corrects, p_actor, p_actor_id,
    least(coalesce(wanted.taken_at, p_now), p_now), wanted.idempotency_key, p_now
  )
  on conflict (idempotency_key) do nothing
  returning p.id into payment_id;
  -- An entry of another booking has used the key meanwhile.
  if not found then
    return query select 'other'::payment_problem, null::bigint, null::numeric;
    return;
  end if;
  select m.*, retained_money(b) as kept into after from money_of(b) m;
  perform note_booking_event(
    b.id, 'money', p_actor, p_actor_id,
    (select jsonb_object_agg(was.key, jsonb_build_array(was.value, became.value))
      from jsonb_each(to_jsonb(before)) as was join jsonb_each(to_jsonb(after)) as became using (key)
      where was.value <> became.value),
    null, p_now
  );
  return query select null::payment_problem, payment_id, after.due;
end $$;

-- Adds a sale without a booking, or the correction of a sale. p_entry: kind, amount, reason, corrects, taken_at,
-- idempotency_key. problem: null, 'absent' (no such vineyard), 'other' (another entry has the key), 'no_entry' or 'corrected'.
create function record_sale(p_vineyard_id uuid, p_entry jsonb, p_actor text, p_actor_id uuid, p_now timestamptz)
returns table (problem payment_problem, payment_id bigint)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  wanted payments := jsonb_populate_record(null::payments, p_entry);
  earlier payments;
  original payments;
begin
  -- Because of the lock, concurrent sales of one vineyard see each other.
  perform from vineyards v where v.id = p_vineyard_id for no key update;
  if not found then
    return query select 'absent'::payment_problem, null::bigint;
    return;
  end if;
  select p.* into earlier from payments p where p.idempotency_key = wanted.idempotency_key;
  if found then
    return query select
      case when (earlier.vineyard_id, earlier.entry, earlier.corrects, coalesce(wanted.kind, earlier.kind),
          coalesce(wanted.amount, earlier.amount), coalesce(wanted.reason, earlier.reason))
        is distinct from (p_vineyard_id, 'sale', wanted.corrects, earlier.kind, earlier.amount, earlier.reason)
        then 'other'::payment_problem end,
      earlier.id;
    return;
  end if;
  if wanted.corrects is not null then
    select p.* into original from payments p
    where p.id = wanted.corrects and p.vineyard_id = p_vineyard_id and p.entry = 'sale' and p.corrects is null;
    problem := case
      when original.id is null then 'no_entry'
      when exists (select from payments p where p.corrects = original.id) then 'corrected'
    end;
    if problem is not null then
      return next;
      return;
    end if;
    wanted.kind := original.kind;
    wanted.amount := -original.amount;
  end if;
  insert into payments as p (
    vineyard_id, entry, kind, amount, reason, corrects, actor, actor_id, taken_at, idempotency_key, created_at
  ) values (
    p_vineyard_id, 'sale', wanted.kind, wanted.amount, wanted.reason, wanted.corrects, p_actor, p_actor_id,
    least(coalesce(wanted.taken_at, p_now), p_now), wanted.idempotency_key, p_now
  )
  on conflict (idempotency_key) do nothing
  returning p.id into payment_id;
  problem := case when payment_id is null then 'other' end;
  -- The audit log does not contain the reason of a sale, because the reason may name a person.
  perform note_audit(
    p_actor, p_actor_id, 'sale', coalesce(original.idempotency_key, wanted.idempotency_key), p_vineyard_id,
    case when wanted.corrects is not null then jsonb_build_object('amount', original.amount, 'kind', original.kind) end,
    case when wanted.corrects is null then jsonb_build_object('amount', wanted.amount, 'kind', wanted.kind) end, p_now
  ) where problem is null;
  return next;
end $$;

-- Returns what a vineyard's till took on a day, by kind and person: the payments and sales, the refunds, and the discounts,
-- which have no kind. Corrections are subtracted. Retained money is left out, because the till took it earlier, as payments.
create function till_of(p_vineyard_id uuid, p_day date)
returns table (actor text, actor_id uuid, name text, kind text, taken numeric, refunds numeric, discounts numeric, entries integer)
language sql stable
as $$
  select p.actor, p.actor_id, coalesce(min(w.name), min(a.name)) as name, p.kind,
    coalesce(sum(p.amount) filter (where p.entry in ('payment', 'sale')), 0) as taken,
    coalesce(sum(p.amount) filter (where p.entry = 'refund'), 0) as refunds,
    coalesce(sum(p.amount) filter (where p.entry = 'discount'), 0) as discounts,
    count(*)::int as entries
  from payments p
    left join winemakers w on p.actor = 'winemaker' and w.id = p.actor_id
    left join admins a on p.actor = 'admin' and a.id = p.actor_id
  where p.vineyard_id = p_vineyard_id and p.taken_on = p_day and p.entry <> 'keep'
  group by p.actor, p.actor_id, p.kind
  order by name, p.actor_id, p.kind
$$;

-- Returns entries that contradict each other or their booking. Entries never change, so a fault means that a guard failed.
create function payment_faults() returns table (fault text, noun text, noun_id text, detail text)
language sql stable
as $$
  select 'money', 'payments', c.id::text, format('corrects %s of %s pounds by %s', o.id, o.amount, c.amount)
  from payments c join payments o on o.id = c.corrects
  where (c.booking_id, c.entry, c.kind, c.amount) is distinct from (o.booking_id, o.entry, o.kind, -o.amount)
  union all
  select 'money', 'payments', p.id::text, format('belongs to vineyard %s, but its booking is at %s', p.vineyard_id, b.vineyard_id)
  from payments p join bookings b on b.id = p.booking_id
  where p.vineyard_id <> b.vineyard_id
  union all
  select 'money', 'bookings', s.booking_id::text, format('has %s pounds refunded of %s taken', s.refunds, s.taken)
  from (
    select p.booking_id,
      coalesce(sum(p.amount) filter (where p.entry = 'refund'), 0) as refunds,
      coalesce(sum(p.amount) filter (where p.entry = 'payment'), 0) as taken
    from payments p where p.booking_id is not null group by p.booking_id
  ) as s
  where s.refunds > s.taken
  union all
  select 'money', 'bookings', coalesce(p.booking_id, e.booking_id)::text,
    format('has %s payment entries, but its history has %s', coalesce(p.entries, 0), coalesce(e.entries, 0))
  from (select booking_id, count(*) as entries from payments where booking_id is not null group by booking_id) as p
    full join (select booking_id, count(*) as entries from booking_events where kind = 'money' group by booking_id) as e
      on e.booking_id = p.booking_id
  where p.entries is distinct from e.entries
$$;
