# Reads a JSON list of calendars from standard input. Prints the busy periods that Debian's python3-icalendar and
# python3-recurring-ical-events find in each calendar. First changes the texts on which these packages fail or break RFC
# 5545. The packages lose the last day if UNTIL is a day, ignore summer time if UNTIL is an instant, do not know zones with
# a prefix or in lower case, and fail if FREEBUSY is a list.
import datetime, json, re, sys

import icalendar, pytz, recurring_ical_events

FROM = datetime.datetime(2026, 12, 1, tzinfo=pytz.UTC)
UNTIL = datetime.datetime(2028, 1, 1, tzinfo=pytz.UTC)
NAMES = {name.lower(): name for name in pytz.all_timezones}


def zone(match):
    parts = match.group(1).split("/")
    for n in range(len(parts)):
        name = NAMES.get("/".join(parts[n:]).lower())
        if name:
            return ";TZID=" + name + ":"
    return match.group(0)


def later(match):
    instant = datetime.datetime.strptime(match.group(1), "%Y%m%dT%H%M%SZ")
    return "UNTIL=" + (instant + datetime.timedelta(hours=1)).strftime("%Y%m%dT%H%M%SZ")


def prepared(text):
    text = re.sub(r"UNTIL=(\d{8}T\d{6}Z)", later, text)
    text = re.sub(r"(UNTIL=\d{8})(?=[;\r])", r"\1T235959Z", text)
    text = re.sub(r";TZID=([^:;\r]+):", zone, text)
    busy = lambda line: "\r\n".join(line.group(1) + each for each in line.group(2).split(","))
    return re.sub(r"(FREEBUSY[^:\r]*:)([^\r]+)", busy, text)


def utc(moment):
    return moment.astimezone(pytz.UTC).strftime("%Y-%m-%dT%H:%MZ")


def spans(text):
    calendar = icalendar.Calendar.from_ical(prepared(text))
    found = set()
    for event in recurring_ical_events.of(calendar).between(FROM, UNTIL):
        if event.get("STATUS") == "CANCELLED":
            continue
        start, end = event["DTSTART"].dt, event["DTEND"].dt
        if isinstance(start, datetime.datetime):
            found.add(utc(start) + "/" + utc(end))
        else:
            found.add("%s/%s" % (start, end))
    for part in calendar.walk("VFREEBUSY"):
        periods = part.get("FREEBUSY", [])
        for period in periods if isinstance(periods, list) else [periods]:
            if period.params.get("FBTYPE") != "FREE" and FROM <= period.start < UNTIL:
                found.add(utc(period.start) + "/" + utc(period.end))
    return sorted(found)


print(json.dumps([spans(text) for text in json.load(sys.stdin)]))
