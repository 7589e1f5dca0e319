# Stands for caddy where no registry of images is reached: Debian's Caddy behind the same names.
FROM docker.io/library/debian:trixie-slim
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends caddy wget libcap2-bin >/dev/null \
 && rm -rf /var/lib/apt/lists/* \
 && setcap cap_net_bind_service=+ep /usr/bin/caddy \
 && mkdir -p /config/caddy /data/caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
WORKDIR /srv
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
