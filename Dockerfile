# Bellhop as an image: `docker build -t bellhop .`. docs/how-to/run-in-containers.md tells how to run it.
# `npm run test:image` runs these very steps in an empty root without a container engine.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
# The locked versions. Not `npm ci`, which refuses a lock file without the optional packages of other platforms.
RUN npm install --include=dev --no-save --no-audit --no-fund
RUN npx vite build apps/web
# What only builds and tests goes: the image has what the server loads.
RUN rm -rf node_modules && npm install --omit=dev --no-save --no-audit --no-fund --include-workspace-root --workspace apps/server --workspace packages/contract --workspace packages/rules

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=9000 BELLHOP_MONITOR_PORT=9100 BELLHOP_LOCAL_SMTP_HOST=0.0.0.0 BELLHOP_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/apps/server apps/server
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/lang lang
COPY --from=build /app/deploy/docker deploy/docker
COPY --from=build /app/package.json package.json
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 9000 9100 2525
# Long enough for the migration of a large desk.
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=4 CMD ["node", "deploy/docker/healthy.mjs"]
CMD ["node", "--max-semi-space-size=8", "apps/server/src/cli.ts", "start"]
