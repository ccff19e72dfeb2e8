{{/* Settings file of stage pods. */}}
{{- define "adwright.stagePods" -}}
{{- $v := .Values.stages -}}
image: {{ include "adwright.image" (dict "root" . "image" $v.image) }}
imagePullPolicy: {{ $v.image.pullPolicy }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
serviceAccountName: {{ include "adwright.stageServiceAccountName" . }}
{{- range $key := list "runtimeClassName" "priorityClassName" "queueName" "nodeSelector" "tolerations" "topologySpreadConstraints" "annotations" "extraEnv" }}
{{- with get $v $key }}
{{ dict $key . | toYaml }}
{{- end }}
{{- end }}
{{- with .Values.egress.proxySecret }}
egressProxyCredentials: { secret: {{ . }}, key: credentials }
{{- end }}
{{- with .Values.trustedCaBundle }}
{{- if .configMap }}
trustedCaBundle: { configMap: {{ .configMap }}, key: {{ .key | quote }} }
{{- else if .secret }}
trustedCaBundle: { secret: {{ .secret }}, key: {{ .key | quote }} }
{{- end }}
{{- end }}
{{- if include "adwright.hasModels" . }}
models:
  configMap: {{ include "adwright.fullname" . }}-models
  {{- with .Values.models.keys }}
  keys:
    {{- range $name, $secret := . }}
    - { name: {{ $name }}, secret: {{ $secret.existingSecret }}, key: {{ $secret.key | default "api-key" | quote }} }
    {{- end }}
  {{- end }}
  {{- range $kind := list "prompts" "workflows" }}
  {{- with include "adwright.modelConfigMaps" (dict "root" $ "kind" $kind) | fromYamlArray }}
  {{ $kind }}: [{{ join ", " . }}]
  {{- end }}
  {{- end }}
{{- end }}
labels:
  app.kubernetes.io/instance: {{ .Release.Name }}
  {{- if include "adwright.isPinned" . }}
  adwright.dev/volume: {{ include "adwright.fullname" . }}
  {{- end }}
  {{- with merge (dict) $v.labels .Values.commonLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with include "adwright.affinity" (dict "root" . "affinity" $v.affinity) }}
affinity:
  {{- . | nindent 2 }}
{{- end }}
resources:
  {{- toYaml $v.resources | nindent 2 }}
tmpSizeLimit: {{ $v.tmpSizeLimit }}
ttlSecondsAfterFinished: {{ int $v.ttlSecondsAfterFinished }}
{{- with $v.browser }}
{{- if eq .mode "container" }}
browser:
  image: {{ include "adwright.image" (dict "root" $ "image" .image) }}
  imagePullPolicy: {{ .image.pullPolicy }}
  sandbox: {{ .sandbox }}
  {{- with .seccompProfile }}
  seccompProfile: {{ . }}
  {{- end }}
  resources:
    {{- toYaml .resources | nindent 4 }}
  tmpSizeLimit: {{ .tmpSizeLimit }}
{{- end }}
{{- end }}
{{- $perStage := dict }}
{{- range $stage, $over := $v.perStage }}
{{- $own := deepCopy $over }}
{{- with $own.image }}
{{- $image := merge (deepCopy .) (pick $v.image "repository" "pullPolicy") }}
{{- $_ := set $own "image" (include "adwright.image" (dict "root" $ "image" $image)) }}
{{- $_ := set $own "imagePullPolicy" $image.pullPolicy }}
{{- end }}
{{- if hasKey $own "affinity" }}
{{- $_ := set $own "affinity" (include "adwright.affinity" (dict "root" $ "affinity" $own.affinity) | fromYaml) }}
{{- end }}
{{- $_ := set $perStage $stage $own }}
{{- end }}
{{- range $stage, $annotations := .Values.testing.podAnnotations }}
{{- $own := get $perStage $stage | default dict }}
{{- $_ := set $own "annotations" (merge (dict) $annotations (get $own "annotations" | default dict)) }}
{{- $_ := set $perStage $stage $own }}
{{- end }}
{{- with $perStage }}
stages:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
