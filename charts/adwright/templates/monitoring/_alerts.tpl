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
{{- if .Values.controller.leaderElection }}
- alert: AdwrightNoLeader
  for: 2m
  severity: critical
  expr: |-
    sum(leader_election_master_status{ {{- $all -}} }) == 0 or absent(leader_election_master_status{ {{- $all -}} })
  summary: No Adwright controller leads; no job advances.
- alert: AdwrightSeveralLeaders
  for: 2m
  severity: warning
  expr: |-
    sum(leader_election_master_status{ {{- $all -}} }) > 1
  summary: "{{ "{{" }} $value {{ "}}" }} Adwright controllers report that they lead."
{{- end }}
- alert: AdwrightApiErrors
  for: 5m
  severity: critical
  expr: |-
    sum(rate(http_request_duration_seconds_count{ {{- $all }}, code=~"5.."}[5m]))
      / sum(rate(http_request_duration_seconds_count{ {{- $all -}} }[5m])) > {{ $v.apiErrorRatio }}
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of the API's responses are 5xx."
- alert: AdwrightJobsFailing
  for: 5m
  severity: warning
  expr: |-
    sum by (type) (increase(adwright_job_duration_seconds_count{ {{- $all }}, status="FAILED"}[30m]))
      / sum by (type) (increase(adwright_job_duration_seconds_count{ {{- $all -}} }[30m])) > {{ $v.failedJobRatio }}
      and sum by (type) (increase(adwright_job_duration_seconds_count{ {{- $all }}, status="FAILED"}[30m])) >= 3
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of {{ "{{" }} $labels.type {{ "}}" }} jobs ended FAILED in the last 30 minutes."
- alert: AdwrightStagesFailing
  for: 5m
  severity: warning
  expr: |-
    sum by (stage) (increase(adwright_stage_duration_seconds_count{ {{- $all }}, outcome="failed"}[30m]))
      / sum by (stage) (increase(adwright_stage_duration_seconds_count{ {{- $all -}} }[30m])) > {{ $v.failedStageRatio }}
      and sum by (stage) (increase(adwright_stage_duration_seconds_count{ {{- $all }}, outcome="failed"}[30m])) >= 3
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of the attempts of stage {{ "{{" }} $labels.stage {{ "}}" }} failed in the last 30 minutes."
- alert: AdwrightBrandsNotRead
  for: 0m
  severity: warning
  expr: |-
    sum(increase(adwright_onboarding_total{ {{- $all }}, outcome="not_read"}[15m]))
      / sum(increase(adwright_onboarding_total{ {{- $all -}} }[15m])) > 0.5
      and round(sum(increase(adwright_onboarding_total{ {{- $all -}} }[15m]))) >= 5
  summary: "No page could be read for {{ "{{" }} $value | humanizePercentage {{ "}}" }} of the jobs that named one in the last 15 minutes."
- alert: AdwrightCallbacksFailing
  for: 5m
  severity: warning
  expr: |-
    sum(increase(adwright_callback_attempts_total{ {{- $all }}, outcome="failed"}[30m]))
      / sum(increase(adwright_callback_attempts_total{ {{- $all -}} }[30m])) > 0.5
      and round(sum(increase(adwright_callback_attempts_total{ {{- $all -}} }[30m]))) >= 20
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of the attempts to deliver a callback failed in the last 30 minutes."
- alert: AdwrightCallbacksOverdue
  for: 2m
  severity: warning
  expr: |-
    max(adwright_callback_oldest_due_age_seconds{ {{- $all -}} }) > 300
  summary: "An attempt to deliver a callback is {{ "{{" }} $value | humanizeDuration {{ "}}" }} overdue."
- alert: AdwrightJobsWaiting
  for: 30m
  severity: warning
  expr: |-
    max(sum by (pod) (adwright_jobs{ {{- $all }}, phase="PENDING"})) > {{ int $v.pendingJobs }}
  summary: "{{ "{{" }} $value {{ "}}" }} jobs have been PENDING for half an hour."
- alert: AdwrightLimitSaturated
  for: 15m
  severity: info
  expr: |-
    sum by (endpoint) (rate(adwright_rate_limit_requests_total{ {{- $all }}, decision="refused"}[15m]))
      / sum by (endpoint) (rate(adwright_rate_limit_requests_total{ {{- $all -}} }[15m])) > {{ $v.refusedRequestRatio }}
      and sum by (endpoint) (increase(adwright_rate_limit_requests_total{ {{- $all }}, decision="refused"}[15m])) >= 10
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of the {{ "{{" }} $labels.endpoint {{ "}}" }} requests exceeded their rate limit in the last 15 minutes."
- alert: AdwrightCreditsNearlyOut
  for: 10m
  severity: info
  expr: |-
    max by (account) (adwright_credits_available{ {{- $all -}} }) < {{ int $v.creditsLeft }}
      and max by (account) (increase(adwright_credits_spent_total{ {{- $all -}} }[1d])) > 0
  summary: "Account {{ "{{" }} $labels.account {{ "}}" }} has {{ "{{" }} $value {{ "}}" }} credits left."
- alert: AdwrightAuditMended
  for: 0m
  severity: warning
  expr: |-
    sum by (kind) (increase(adwright_ledger_audit_corrections_total{ {{- $all -}} }[15m])) > 0
  summary: "The ledger audit repaired a hold ({{ "{{" }} $labels.kind {{ "}}" }})."
- alert: AdwrightAuditFindings
  for: 10m
  severity: critical
  expr: |-
    max by (kind) (adwright_ledger_audit_findings{ {{- $all -}} }) > 0
  summary: "The ledger and the resources disagree ({{ "{{" }} $labels.kind {{ "}}" }}: {{ "{{" }} $value {{ "}}" }})."
- alert: AdwrightIntentsAgeing
  for: 1m
  severity: warning
  expr: |-
    max(adwright_intent_oldest_age_seconds{ {{- $all -}} }) > 60
  summary: "A job that was accepted {{ "{{" }} $value | humanizeDuration {{ "}}" }} ago still has no AdJob."
- alert: AdwrightAdmissionFailing
  for: 2m
  severity: critical
  expr: |-
    sum(rate(adwright_admissions_total{ {{- $all }}, outcome=~"unavailable|lost"}[5m]))
      / sum(rate(adwright_admissions_total{ {{- $all -}} }[5m])) > 0.05
  summary: "{{ "{{" }} $value | humanizePercentage {{ "}}" }} of the creates were answered 503 because the ledger was unavailable."
- alert: AdwrightCreatesImpossible
  for: 2m
  severity: critical
  expr: |-
    min(adwright_creates_possible{ {{- $all -}} }) == 0
  summary: "An API replica cannot admit creates: its ledger or counter store cannot be used."
- alert: AdwrightLedgerNotExact
  for: 5m
  severity: warning
  expr: |-
    min(adwright_ledger_exact{ {{- $all -}} }) == 0
  summary: Redis may lose acknowledged writes.
- alert: AdwrightRetentionFailing
  for: 1h
  severity: warning
  expr: |-
    max by (step) (adwright_retention_failing{ {{- $all -}} }) > 0
  summary: "{{ "{{" }} $value {{ "}}" }} finished jobs could not be archived or erased (step {{ "{{" }} $labels.step {{ "}}" }})."
- alert: AdwrightQueueBehind
  for: 15m
  severity: warning
  expr: |-
    histogram_quantile(0.99, sum by (name, le) (rate(workqueue_queue_duration_seconds_bucket{ {{- $all -}} }[5m]))) > 10
  summary: "Queue {{ "{{" }} $labels.name {{ "}}" }} of the controller is {{ "{{" }} $value | humanizeDuration {{ "}}" }} behind."
- alert: AdwrightCacheStale
  for: 5m
  severity: warning
  expr: |-
    max by (pod, kind) (adwright_cache_stale_seconds{ {{- $all -}} }) > 60
  summary: "{{ "{{" }} $labels.pod {{ "}}" }} has had no watch of {{ "{{" }} $labels.kind {{ "}}" }} for {{ "{{" }} $value | humanizeDuration {{ "}}" }}."
- alert: AdwrightRestarting
  for: 0m
  severity: warning
  expr: |-
    changes(process_start_time_seconds{ {{- $all -}} }[15m]) > 2
  summary: "{{ "{{" }} $labels.pod {{ "}}" }} restarts repeatedly."
{{- end -}}
