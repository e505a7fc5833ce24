# The server in a container: docker build -t bastide . && docker run -p 8080:8080 -v bastide:/data bastide
FROM rust:1.95-slim AS engine
RUN rustup target add wasm32-unknown-unknown
WORKDIR /build
COPY . .
RUN scripts/wasm

FROM node:22-slim AS client
WORKDIR /build
COPY web web
COPY --from=engine /build/target/wasm/tables.wasm /build/target/wasm/players.wasm /engine/
RUN cd web && npm ci --no-audit --no-fund && BASTIDE_ENGINE=/engine npm run build -- --outDir /client --emptyOutDir

FROM rust:1.95-slim AS program
RUN apt-get update && apt-get install -y --no-install-recommends gcc g++ libc6-dev make && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
COPY --from=client /client /client
RUN BASTIDE_WEB_DIST=/client cargo build --profile dist --locked --package bastide-cli --features full && strip target/dist/bastide

FROM debian:stable-slim
# Certificates of the system, by which mail servers, push services and providers of sign-in are known.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
RUN useradd --system --home-dir /data --create-home bastide
COPY --from=program /build/target/dist/bastide /usr/bin/bastide
USER bastide
VOLUME /data
EXPOSE 8080
# The second listener is for whoever keeps the server, and stays inside the container.
HEALTHCHECK --interval=10m CMD ["/usr/bin/bastide", "check", "--data", "/data"]
ENTRYPOINT ["/usr/bin/bastide", "serve", "--data", "/data", "--listen", "0.0.0.0", "--port", "8080", "--log-json"]
CMD ["--admin", "127.0.0.1:9090"]
