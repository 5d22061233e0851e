#!/bin/sh
# Backs up the database (pg_dump) and the uploaded pictures every night at 03:00 UTC, and keeps the newest seven.
#   backup.sh          runs until it is stopped; the first backup is made at once if there is no recent one
#   backup.sh --once   makes one backup
#   backup.sh --check  fails if the newest backup is older than 26 hours
# BACKUP_FOLDER and DATA_FOLDER name the folders. DATABASE_URL names the database. Without it, PGHOST,
# PGUSER, PGPASSWORD and PGDATABASE name the database.
set -eu
umask 077
keep=7

url=
if [ -n "${DATABASE_URL:-}" ]; then
	node="$(dirname "$0")/../node_modules/.bin/node"
	# The password is not passed as an argument, because every user of the machine can read arguments.
	PGPASSWORD=$("$node" -p 'decodeURIComponent(new URL(process.env.DATABASE_URL).password)')
	export PGPASSWORD
	url=$("$node" -p 'Object.assign(new URL(process.env.DATABASE_URL), { password: "" }).href')
fi

# If another backup is running, this one waits for at most an hour.
backup() (
	flock --timeout 3600 9 || return
	make_backup
) 9>>"$BACKUP_FOLDER/.lock"

make_backup() {
	name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
	part="$BACKUP_FOLDER/.part"
	rm -rf "$part" && mkdir "$part" || return
	pg_dump ${url:+"--dbname=$url"} --format=custom --file="$part/database.dump" || return
	# Checks the dump by reading all of it, as a restore does.
	pg_restore --file=/dev/null "$part/database.dump" || return
	# Fails if the folder cannot be read. Otherwise it would seem to have no pictures.
	ls "$DATA_FOLDER" >/dev/null || return
	if [ -d "$DATA_FOLDER/pictures" ]; then
		# tar returns 1 if a picture was added or removed meanwhile.
		tar -cf "$part/pictures.tar" -C "$DATA_FOLDER" pictures || [ $? -eq 1 ] || return
	fi
	# A backup that ended in this second may have the name already.
	while [ -e "$BACKUP_FOLDER/$name" ]; do
		sleep 1
		name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
	done
	mv "$part" "$BACKUP_FOLDER/$name" || return
	echo "Backed up to $BACKUP_FOLDER/$name"
	find "$BACKUP_FOLDER" -mindepth 1 -maxdepth 1 -name '20*' | sort -r | tail -n "+$((keep + 1))" |
		while read -r old; do rm -rf "$old"; done
	record || echo "The site does not know of this backup: its database did not record it." >&2
}

# Records the backup for the page System and the alert BackupOld.
record() {
	echo "select record_outside_backup(:'folder', :'bytes', :'folders')" |
		psql ${url:+"--dbname=$url"} --no-psqlrc --quiet --output=/dev/null --set=ON_ERROR_STOP=1 \
			--set=folder="$name" --set=bytes="$(du -sb "$BACKUP_FOLDER/$name" | cut -f1)" \
			--set=folders="{$(ls "$BACKUP_FOLDER" | grep '^20' | paste -sd, -)}"
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
