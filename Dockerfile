# syntax=docker/dockerfile:1
FROM node:22-slim AS page
WORKDIR /page
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund

FROM python:3.11-slim AS build
WORKDIR /build
COPY pyproject.toml constraints.txt hatch_build.py package.json README.md LICENSE ./
COPY --from=page /page/node_modules ./node_modules
COPY src ./src
RUN pip wheel --no-cache-dir --constraint constraints.txt --wheel-dir /wheels '.[all]'

FROM python:3.11-slim
RUN useradd --create-home --uid 10001 spielwerk
COPY --from=build /wheels /wheels
# There is one version to choose from: the one that was built. hadolint cannot know that.
# hadolint ignore=DL3013
RUN pip install --no-cache-dir --no-index --find-links /wheels 'spielwerk[all]' && rm -rf /wheels
USER 10001
WORKDIR /home/spielwerk
ENV SPIELWERK_HOST=0.0.0.0 \
    SPIELWERK_PORT=8000 \
    SPIELWERK_LOG_FORMAT=json \
    PYTHONUNBUFFERED=1
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import os; from urllib.request import urlopen; \
urlopen('http://127.0.0.1:' + os.environ['SPIELWERK_PORT'] + '/healthz')"]
CMD ["spielwerk", "serve"]
