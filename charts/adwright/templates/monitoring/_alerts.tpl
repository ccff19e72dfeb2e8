{{/*
The alerts, without their common fields. Prometheus evaluates `{{ "{{" }} $labels.x {{ "}}" }}`. Each alert has a page in
docs/runbooks, named after the alert in kebab-case.
*/}}
{{- define "adwright.alerts" -}}
{{- $v := .Values.monitoring.prometheusRule -}}
{{- $all := printf "namespace=%q, job=%q" .Release.Namespace (printf "%s-metrics" (include "adwright.fullname" .)) -}}
- alert: AdwrightDown
  for: 5m
  severity: critical
  expr: |-
    {{- range $index, $component := list "api" "controller" }}
    {{ if $index }}or {{ end }}label_replace(absent(up{ {{- $all }}, app_kubernetes_io_component={{ quote $component }}} == 1), "component", {{ quote $component }}, "", "")
    {{- end }}
  summary: Prometheus cannot reach any {{ "{{" }} $labels.component {{ "}}" }} pod of Adwright.
  description: "Without the API, clients get no response; without the controller, accepted jobs wait. Nothing is lost."
{{- if .Values.controller.leaderElection }}
- alert: AdwrightNoLeader
  for: 2m
  severity: critical
  expr: |-
    sum(leader_election_master_status{ {{- $all -}} }) == 0 or absent(leader_election_master_status{ {{- $all -}} })
  summary: No Adwright controller leads; no job advances.
  description: "Accepted jobs wait until a controller leads. Stages that run continue, and their results are used later."
- alert: AdwrightSeveralLeaders
  for: 2m
  severity: warning
  expr: |-
    sum(leader_election_master_status{ {{- $all -}} }) > 1
  summary: "{{ "{{" }} $value {{ "}}" }} Adwright controllers report that they lead."
  description: "Two controllers may do the same work twice. Credits stay exact, because the ledger decides."
{{- end }}
- alert: AdwrightApiErrors
  for: 5m
  severity: critical
  expr: |-
    sum(rate(http_request_duration_seconds_count{ {{- $all }}, code=~"5.."}[5m]))
      / sum(rate(http_request_duration_seconds_count{ {{- $all -}} }[5m])) > {{ $v.apiErrorRatio }}
      and sum(increase(http_request_duration_seconds_count{ {{- $all }}, code=~"5.."}[5m])) >= 5
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of the API's responses are 5xx."
  description: "Clients must repeat requests that got 503. A 500 is a bug."
- alert: AdwrightJobsFailing
  for: 5m
  severity: warning
  expr: |-
    sum by (type) (increase(adwright_job_duration_seconds_count{ {{- $all }}, status="FAILED"}[30m]))
      / sum by (type) (increase(adwright_job_duration_seconds_count{ {{- $all -}} }[30m])) > {{ $v.failedJobRatio }}
      and sum by (type) (increase(adwright_job_duration_seconds_count{ {{- $all }}, status="FAILED"}[30m])) >= 3
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of {{ "{{" }} $labels.type {{ "}}" }} jobs ended FAILED in the last 30 minutes."
  description: "Clients get no ads for these jobs. Failed jobs cost no credits."
{{- /* A page that cannot be read is a permanent failure of onboarding, and has an alert of its own. */}}
{{- $failed := printf "increase(adwright_stage_duration_seconds_count{%s, outcome=\"failed\"}[30m]) or increase(adwright_stage_duration_seconds_count{%s, outcome=\"permanent\", stage!=\"onboarding\"}[30m])" $all $all }}
- alert: AdwrightStagesFailing
  for: 5m
  severity: warning
  expr: |-
    sum by (stage) ({{ $failed }})
      / sum by (stage) (increase(adwright_stage_duration_seconds_count{ {{- $all -}} }[30m])) > {{ $v.failedStageRatio }}
      and sum by (stage) ({{ $failed }}) >= 3
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of the attempts of stage {{ "{{" }} $labels.stage {{ "}}" }} failed in the last 30 minutes."
  description: "Attempts crash, exceed their memory or time, or fail for good, so jobs end later or FAILED."
- alert: AdwrightBrandsNotRead
  for: 0m
  severity: warning
  expr: |-
    sum(increase(adwright_onboarding_total{ {{- $all }}, outcome="not_read"}[15m]))
      / sum(increase(adwright_onboarding_total{ {{- $all -}} }[15m])) > 0.5
      and round(sum(increase(adwright_onboarding_total{ {{- $all -}} }[15m]))) >= 5
  summary: "No page could be read for {{ "{{" }} $value | humanizePercentage {{ "}}" }} of the jobs that named one in the last 15 minutes."
  description: "Ads of these jobs are made from the request alone, without the colours, fonts and pictures of the brand."
- alert: AdwrightCallbacksFailing
  for: 5m
  severity: warning
  expr: |-
    sum(increase(adwright_callback_attempts_total{ {{- $all }}, outcome="failed"}[30m]))
      / sum(increase(adwright_callback_attempts_total{ {{- $all -}} }[30m])) > 0.5
      and round(sum(increase(adwright_callback_attempts_total{ {{- $all -}} }[30m]))) >= 20
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of the attempts to deliver a callback failed in the last 30 minutes."
  description: "Receivers do not accept callbacks. Each is tried ten times within about three days."
- alert: AdwrightCallbacksOverdue
  for: 2m
  severity: warning
  expr: |-
    max(adwright_callback_oldest_due_age_seconds{ {{- $all -}} }) > 300
  summary: "An attempt to deliver a callback is {{ "{{" }} $value | humanizeDuration {{ "}}" }} overdue."
  description: "Finished jobs are reported to their clients late."
- alert: AdwrightJobsWaiting
  for: 10m
  severity: warning
  expr: |-
    max(sum by (pod) (adwright_jobs{ {{- $all }}, phase="PENDING"})) > {{ int $v.pendingJobs }}
  summary: "{{ "{{" }} $value {{ "}}" }} jobs have been PENDING for ten minutes."
  description: "Jobs arrive faster than they are made. Image jobs end FAILED [timed_out] after 30 minutes, films after 45."
- alert: AdwrightStagesWaiting
  for: 5m
  severity: warning
  expr: |-
    max by (reason) (adwright_stages_waiting{ {{- $all }}, reason=~"FilesMissing|ImagePull|ContainerCreate|PodRefused|Volume"}) > 0
  summary: "{{ "{{" }} $value {{ "}}" }} stages cannot start ({{ "{{" }} $labels.reason {{ "}}" }})."
  description: "They wait for a change by an operator. Without it, their jobs end FAILED."
- alert: AdwrightLimitSaturated
  for: 15m
  severity: info
  expr: |-
    sum by (endpoint) (rate(adwright_rate_limit_requests_total{ {{- $all }}, decision="refused"}[15m]))
      / sum by (endpoint) (rate(adwright_rate_limit_requests_total{ {{- $all -}} }[15m])) > {{ $v.refusedRequestRatio }}
      and sum by (endpoint) (increase(adwright_rate_limit_requests_total{ {{- $all }}, decision="refused"}[15m])) >= 10
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of the {{ "{{" }} $labels.endpoint {{ "}}" }} requests exceeded their rate limit in the last 15 minutes."
  description: "A client sends more requests than its key allows, and gets 429."
- alert: AdwrightCreditsNearlyOut
  for: 10m
  severity: info
  expr: |-
    max by (account) (adwright_credits_available{ {{- $all -}} }) < {{ int $v.creditsLeft }}
      and max by (account) (increase(adwright_credits_spent_total{ {{- $all -}} }[1d])) > 0
  summary: "Account {{ "{{" }} $labels.account {{ "}}" }} has {{ "{{" }} $value {{ "}}" }} credits left."
  description: "Without more credits, the next jobs of the account are refused with 402."
- alert: AdwrightAuditMended
  for: 0m
  severity: warning
  expr: |-
    sum by (kind) (increase(adwright_ledger_audit_corrections_total{ {{- $all -}} }[15m])) > 0
  summary: "The ledger audit repaired a hold ({{ "{{" }} $labels.kind {{ "}}" }})."
  description: "A crash had left credits reserved or not reserved. The audit has corrected the ledger."
- alert: AdwrightAuditFindings
  for: 10m
  severity: critical
  expr: |-
    max by (kind) (adwright_ledger_audit_findings{ {{- $all -}} }) > 0
  summary: "The ledger and the resources disagree ({{ "{{" }} $labels.kind {{ "}}" }}: {{ "{{" }} $value {{ "}}" }})."
  description: "Credits of an account may be wrong. The audit does not correct this by itself."
- alert: AdwrightIntentsAgeing
  for: 1m
  severity: warning
  expr: |-
    max(adwright_intent_oldest_age_seconds{ {{- $all -}} }) > 60
  summary: "A job that was accepted {{ "{{" }} $value | humanizeDuration {{ "}}" }} ago still has no AdJob."
  description: "Clients have a job id, and nothing works on the job yet."
- alert: AdwrightAdmissionFailing
  for: 2m
  severity: critical
  expr: |-
    sum(rate(adwright_admissions_total{ {{- $all }}, outcome=~"unavailable|lost"}[5m]))
      / sum(rate(adwright_admissions_total{ {{- $all -}} }[5m])) > 0.05
      and sum(increase(adwright_admissions_total{ {{- $all }}, outcome=~"unavailable|lost"}[5m])) >= 5
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of the creates were answered 503 because the ledger was unavailable."
  description: "Clients get 503 when they create a job. Nothing is charged, and they may repeat the request."
- alert: AdwrightCreatesImpossible
  for: 2m
  severity: critical
  expr: |-
    min(adwright_creates_possible{ {{- $all -}} }) == 0
  summary: "An API replica cannot admit creates: its ledger or counter store cannot be used."
  description: "Every request to create a job is refused with 503. Reads of jobs work."
- alert: AdwrightLedgerNotExact
  for: 5m
  severity: warning
  expr: |-
    min(adwright_ledger_exact{ {{- $all -}} }) == 0
  summary: Redis may lose acknowledged writes.
  description: "A crash of Redis may lose credits or jobs that were confirmed to clients."
- alert: AdwrightLedgerLost
  for: 1m
  severity: critical
  expr: |-
    max(adwright_ledger_lost{ {{- $all -}} }) == 1
  summary: The ledger has lost the credits of accounts; no job advances and no callback is sent.
  description: "Everything waits until the ledger is restored from a backup or rebuilt. Overall timeouts are paused."
- alert: AdwrightFilesForeign
  for: 1m
  severity: critical
  expr: |-
    max(adwright_files_foreign{ {{- $all -}} }) == 1
  summary: The files of jobs belong to another installation; no job advances and no callback is sent.
  description: "Everything waits until the file storage or the installation secret is set back, or the files are adopted."
- alert: AdwrightFilesUnreadable
  for: 1m
  severity: critical
  expr: |-
    max(adwright_files_unread_seconds{ {{- $all -}} }) > 120
  summary: "The controller has not read the storage of files for {{ "{{" }} $value | humanizeDuration {{ "}}" }}."
  description: "Stages cannot read or write files. If the controller has started since, no job advances and no callback is sent."
- alert: AdwrightSigningSecretLost
  for: 5m
  severity: warning
  expr: |-
    max(adwright_signing_secrets_lost{ {{- $all -}} }) > 0
  summary: "{{ "{{" }} $value {{ "}}" }} accounts have lost the secret that signs their callbacks."
  description: "Callbacks of these accounts wait until the secret is restored or replaced."
- alert: AdwrightRetentionFailing
  for: 1h
  severity: warning
  expr: |-
    max by (step) (adwright_retention_failing{ {{- $all -}} }) > 0
  summary: "{{ "{{" }} $value {{ "}}" }} finished jobs could not be archived or erased (step {{ "{{" }} $labels.step {{ "}}" }})."
  description: "Finished jobs stay in the cluster longer than configured, and fill it."
- alert: AdwrightQueueBehind
  for: 15m
  severity: warning
  expr: |-
    histogram_quantile(0.99, sum by (name, le) (rate(workqueue_queue_duration_seconds_bucket{ {{- $all -}} }[5m]))) > 10
  summary: "Queue {{ "{{" }} $labels.name {{ "}}" }} of the controller is {{ "{{" }} $value | humanizeDuration {{ "}}" }} behind."
  description: "Jobs, accounts or callbacks are handled late."
- alert: AdwrightCacheStale
  for: 5m
  severity: warning
  expr: |-
    max by (pod, kind) (adwright_cache_stale_seconds{ {{- $all -}} }) > 60
  summary: "{{ "{{" }} $labels.pod {{ "}}" }} has had no watch of {{ "{{" }} $labels.kind {{ "}}" }} for {{ "{{" }} $value | humanizeDuration {{ "}}" }}."
  description: "The process works with old objects: reads may be old, and changes are handled late."
{{- /* A container that exits before its first scrape has no start time; kube-state-metrics counts its restarts. */}}
- alert: AdwrightRestarting
  for: 0m
  severity: warning
  expr: |-
    max by (namespace, pod) (changes(process_start_time_seconds{ {{- $all -}} }[15m])) > 2
      or max by (namespace, pod) (round(increase(kube_pod_container_status_restarts_total{namespace={{ quote .Release.Namespace }}, pod=~"{{ include "adwright.fullname" . }}-(admin|api|controller)-.+"}[15m]))) > 2
  summary: "{{ "{{" }} $labels.pod {{ "}}" }} restarts repeatedly."
  description: "Work is repeated and delayed at each restart. The log before the last restart has the reason."
{{- end -}}
