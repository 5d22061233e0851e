#!/bin/sh
# Backs up the database (pg_dump) and the uploaded pictures every night at 03:00 UTC, and keeps the newest seven.
#   backup.sh          runs until it is stopped; the first backup is made at once if there is no recent one
#   backup.sh --once   makes one backup
#   backup.sh --check  fails if the newest backup is older than 26 hours
# BACKUP_FOLDER and DATA_FOLDER name the folders; PGHOST, PGUSER, PGPASSWORD and PGDATABASE name the database.
set -eu
umask 077
keep=7

backup() {
	name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
	part="$BACKUP_FOLDER/.part"
	rm -rf "$part" && mkdir "$part" || return
	pg_dump --format=custom --file="$part/database.dump" || return
	# Reads the whole dump, as a restore does.
	pg_restore --file=/dev/null "$part/database.dump" || return
	if [ -d "$DATA_FOLDER/pictures" ]; then
		tar -cf "$part/pictures.tar" -C "$DATA_FOLDER" pictures || return
	fi
	mv "$part" "$BACKUP_FOLDER/$name" || return
	echo "Backed up to $BACKUP_FOLDER/$name"
	find "$BACKUP_FOLDER" -mindepth 1 -maxdepth 1 -name '20*' | sort -r | tail -n "+$((keep + 1))" |
		while read -r old; do rm -rf "$old"; done
}

is_recent() {
	[ -n "$(find "$BACKUP_FOLDER" -mindepth 1 -maxdepth 1 -name '20*' -mmin -1560)" ]
}

case ${1:-} in
--once) backup ;;
--check) is_recent ;;
*)
	trap 'exit 0' TERM INT
	pause=0
	if is_recent; then pause=night; fi
	while :; do
		if [ "$pause" = night ]; then pause=$((86400 - ($(date +%s) - 10800) % 86400)); fi
		sleep "$pause" &
		wait $!
		if backup; then
			pause=night
		else
			echo "The backup failed. The next attempt is in an hour." >&2
			pause=3600
		fi
	done
	;;
esac
