#!/bin/sh
# Fills the configuration in, which nginx cannot take from its environment, and becomes nginx.
set -eu
directory=$PWD/target
mkdir -p "$directory"
sed -e "s|@PORT@|$PORT|g" -e "s|@WORKERS@|$WORKERS|g" -e "s|@DIRECTORY@|$directory|g" \
  nginx.conf >"$directory/nginx-$PORT.conf"
# Started by root its workers would become another user, who may not be allowed to read this folder.
user=
if [ "$(id -u)" -eq 0 ]; then user="user root;"; fi
exec nginx -p "$PWD" -e stderr -c "$directory/nginx-$PORT.conf" -g "$user"
