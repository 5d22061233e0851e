-- A new reason for refused demand: too late to book online. count_refusal checks the reasons.
alter table demand_refusals drop constraint demand_refusals_reason_check;
