{{/*
Standard environment variables of OpenTelemetry for the API and the controller. Stages export nothing: the controller
exports their spans. Takes a dict: root, component.
*/}}
{{- define "adwright.tracingEnvironment" -}}
{{- with .root.Values.tracing -}}
{{- if .enabled }}
- name: OTEL_TRACES_EXPORTER
  value: otlp
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint | quote }}
- name: OTEL_SERVICE_NAME
  value: {{ include "adwright.fullname" $.root }}-{{ $.component }}
- name: OTEL_TRACES_SAMPLER
  value: {{ ternary "parentbased_traceidratio" "traceidratio" .trustCallers }}
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ .sampleRatio | quote }}
{{- with .headersSecret }}
- name: OTEL_EXPORTER_OTLP_HEADERS
  valueFrom:
    secretKeyRef:
      name: {{ . }}
      key: headers
{{- end }}
{{- end }}
{{- end -}}
{{- end -}}

{{- define "adwright.egressCollector" -}}
{{- if .Values.tracing.enabled -}}
{{- include "adwright.egressUrl" .Values.tracing.endpoint -}}
{{- end -}}
{{- end -}}

{{/*
List with the port of a collector that has a public name, or an empty list. The chart does not know its addresses. They
are public, or else the values apiEgress and controllerEgress of networkPolicy must contain a rule.
*/}}
{{- define "adwright.collectorPorts" -}}
{{- $endpoint := .Values.tracing.endpoint -}}
{{- if and .Values.tracing.enabled $endpoint (not (include "adwright.egressCollector" .)) -}}
[{{ regexFind ":[0-9]+$" (get (urlParse $endpoint) "host") | trimPrefix ":" | default (ternary "443" "80" (hasPrefix "https:" $endpoint)) }}]
{{- else -}}
[]
{{- end -}}
{{- end -}}
