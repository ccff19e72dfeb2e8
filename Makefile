# Adwright. `make help` lists the targets. Everything runs with the Node.js that npm installs into node_modules/.bin.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export NODE_NO_WARNINGS := 1
INSTALLED := node_modules/.adwright-installed

.PHONY: help demo up test test-cluster cluster-up cluster-down kind-up kind-down bench storm gallery lint format typecheck generate verify image clean install

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1|\2/' | while IFS='|' read -r name text; do printf '  %-12s %s\n' "$$name" "$$text"; done

install: $(INSTALLED) ## Install what is missing: npm packages and their own Node.js
$(INSTALLED): package-lock.json package.json scripts/install
	@scripts/install
	@touch $@

demo: $(INSTALLED) ## From two sample websites to finished ads under out/demo/
	@node scripts/demo.ts

up: $(INSTALLED) ## Run the service; prints its URL, a key and a curl line to copy
	@node scripts/up.ts

test: $(INSTALLED) ## Every check that needs no cluster; ends with "N passed, N failed"
	@node scripts/check.ts

test-cluster: $(INSTALLED) ## Every check that needs a cluster: that of KUBECONFIG, else one made for it
	@node scripts/test-cluster.ts

cluster-up: ## A real one-node cluster on Debian, as root, with Go; no Docker, no registry
	@test/cluster/cluster up && echo 'To use it: eval "$$(test/cluster/cluster env)"'

cluster-down: ## Remove it
	@test/cluster/cluster down

kind-up: ## A cluster in Docker, by kind
	@kind create cluster --name adwright

kind-down: ## Remove it
	@kind delete cluster --name adwright

storm: $(INSTALLED) ## Limits and ledger under load, in full: minutes, on a real Redis; `make storm ONLY=funds` runs one
	@node scripts/storm.ts $(ONLY)

bench: $(INSTALLED) ## Measure; prints tables of medians and ratios
	@node scripts/bench.ts

gallery: $(INSTALLED) ## Draw every layout for many brands into out/gallery/
	@node scripts/gallery.ts

lint: $(INSTALLED) ## Check style, size budgets and import directions
	@eslint .

format: $(INSTALLED) ## Format every file
	@prettier --write --log-level warn .

typecheck: $(INSTALLED) ## Check the types
	@tsc

generate: $(INSTALLED) ## Write crds/ and the reference from src/schema
	@node scripts/generate.ts

verify: $(INSTALLED) ## Fail where a generated file is not what the source gives
	@node scripts/generate.ts --check

image: ## Build the container images with docker, podman or buildah (IMAGE_FLAGS='--save out/images')
	@scripts/image $(IMAGE_FLAGS)

clean: ## Remove what was installed, built and made
	rm -rf node_modules dist out data coverage
