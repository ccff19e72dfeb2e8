{{- define "adwright.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* 40 characters leave room for "-account-admin" and the like in a DNS label. */}}
{{- define "adwright.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "adwright.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "adwright.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels by which objects select pods. Takes a dict: root, component (may be absent). */}}
{{- define "adwright.selectorLabels" -}}
app.kubernetes.io/name: {{ include "adwright.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{- define "adwright.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: adwright
{{ include "adwright.selectorLabels" . }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Annotations of an object, with those of all objects; empty if there are none. Takes a dict: root, annotations (of the
object, may be absent).
*/}}
{{- define "adwright.annotations" -}}
{{- with merge (dict) (.annotations | default dict) .root.Values.commonAnnotations -}}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end -}}

{{/* Labels of pods: selector labels, volume affinity, metrics, and the user's labels. */}}
{{- define "adwright.podLabels" -}}
{{ include "adwright.selectorLabels" . }}
app.kubernetes.io/part-of: adwright
adwright.dev/metrics: {{ include "adwright.fullname" .root }}
{{- if include "adwright.isPinned" .root }}
adwright.dev/volume: {{ include "adwright.fullname" .root }}
{{- end }}
{{- with merge (dict) .pod.podLabels .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Registry and name of an image, such as docker.io/library/redis. global.imageRegistry replaces the registry: the first
part, if it has a dot or a port or is localhost. Takes a dict: root, image.
*/}}
{{- define "adwright.repository" -}}
{{- with .root.Values.global.imageRegistry -}}
{{ trimSuffix "/" . }}/{{ regexReplaceAll "^(localhost|[^/]*[.:][^/]*)/" $.image.repository "" }}
{{- else -}}
{{ .image.repository }}
{{- end -}}
{{- end -}}

{{/* Reference of a container image. Takes a dict: root, image. */}}
{{- define "adwright.image" -}}
{{ include "adwright.repository" . }}
{{- if .image.digest }}@{{ .image.digest }}{{ else }}:{{ .image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end -}}

{{/*
How the pods of a Deployment are replaced. By default a new pod is ready before an old one stops; both can mount the
volume, because they run on one node. Takes the values of the component.
*/}}
{{- define "adwright.strategy" -}}
strategy:
  type: {{ .updateStrategy.type }}
  {{- if eq .updateStrategy.type "RollingUpdate" }}
  rollingUpdate:
    {{- toYaml .updateStrategy.rollingUpdate | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Name of a service account. Takes a dict: root, name (of the component), account. */}}
{{- define "adwright.serviceAccountName" -}}
{{- if .account.name -}}
{{ .account.name }}
{{- else if .account.create -}}
{{ include "adwright.fullname" .root }}-{{ .name }}
{{- else -}}
default
{{- end -}}
{{- end -}}

{{- define "adwright.stageServiceAccountName" -}}
{{- $account := .Values.stages.serviceAccount -}}
{{- if and .Values.watchAllNamespaces (not $account.name) -}}
default
{{- else -}}
{{ include "adwright.serviceAccountName" (dict "root" . "name" "stage" "account" $account) }}
{{- end -}}
{{- end -}}

{{/* "true" if all pods run on one node, else empty. */}}
{{- define "adwright.isPinned" -}}
{{- if and (eq .Values.storage.type "volume") .Values.storage.volume.singleNode -}}true{{- end -}}
{{- end -}}

{{- define "adwright.claimName" -}}
{{ .Values.storage.volume.existingClaim | default (printf "%s-artifacts" (include "adwright.fullname" .)) }}
{{- end -}}

{{- define "adwright.storagePath" -}}/var/lib/adwright/artifacts{{- end -}}

{{- define "adwright.installationSecretName" -}}
{{ .Values.installationSecret.existingSecret | default (printf "%s-installation" (include "adwright.fullname" .)) }}
{{- end -}}

{{/* Secret with the keys that seal the inputs of stages. Empty if these contain no presigned URLs. */}}
{{- define "adwright.stageInputSecretName" -}}
{{- if ne .Values.storage.type "volume" -}}
{{ .Values.stages.inputSecret.existingSecret | default (printf "%s-stage-input" (include "adwright.fullname" .)) }}
{{- end -}}
{{- end -}}

{{- define "adwright.accountSecretsName" -}}{{ include "adwright.fullname" . }}-account-secrets{{- end -}}

{{- define "adwright.s3SecretName" -}}
{{- with .Values.storage.s3.credentials -}}
{{- if .existingSecret -}}
{{ .existingSecret }}
{{- else if .accessKeyId -}}
{{ include "adwright.fullname" $ }}-s3
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "adwright.serviceAddress" -}}
{{- $port := int .Values.service.port -}}
http://{{ include "adwright.fullname" . }}-api.{{ .Release.Namespace }}.svc{{ if ne $port 80 }}:{{ $port }}{{ end }}
{{- end -}}

{{- define "adwright.publicUrl" -}}
{{- if .Values.publicUrl -}}
{{ .Values.publicUrl | trimSuffix "/" }}
{{- else if .Values.ingress.enabled -}}
{{ ternary "https" "http" .Values.ingress.tls.enabled }}://{{ include "adwright.ingressHosts" .Values.ingress | fromJsonArray | first | default "" }}{{ .Values.ingress.path | trimSuffix "/" }}
{{- else if .Values.httpRoute.enabled -}}
https://{{ first .Values.httpRoute.hostnames | default "" }}{{ .Values.httpRoute.path | trimSuffix "/" }}
{{- else -}}
{{ include "adwright.serviceAddress" . }}
{{- end -}}
{{- end -}}

{{/* Path of the public URL, without a trailing slash. */}}
{{- define "adwright.basePath" -}}
{{- get (urlParse (include "adwright.publicUrl" .)) "path" | trimSuffix "/" -}}
{{- end -}}

{{/* Renders a map as a sorted, comma-separated list of stage=value. */}}
{{- define "adwright.pairs" -}}
{{- $pairs := list -}}
{{- range $stage, $value := . -}}
{{- $pairs = append $pairs (printf "%s=%v" $stage $value) -}}
{{- end -}}
{{- join "," $pairs -}}
{{- end -}}

{{- define "adwright.podSecurityContext" -}}
{{- with . -}}
{{ toYaml . }}
{{- else -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}
{{- end -}}

{{- define "adwright.securityContext" -}}
{{- with . -}}
{{ toYaml . }}
{{- else -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
{{- end -}}

{{/*
Affinity to the node of the pods that mount the volume. The pod has the label itself, so the first pod can run on any
node. Takes a dict: root, affinity (the user's, merged with this one).
*/}}
{{- define "adwright.affinity" -}}
{{- $affinity := deepCopy .affinity -}}
{{- if include "adwright.isPinned" .root -}}
{{- $term := dict "topologyKey" "kubernetes.io/hostname" "labelSelector" (dict "matchLabels" (dict "adwright.dev/volume" (include "adwright.fullname" .root))) -}}
{{- $pods := get $affinity "podAffinity" | default dict -}}
{{- $required := get $pods "requiredDuringSchedulingIgnoredDuringExecution" | default list -}}
{{- $_ := set $pods "requiredDuringSchedulingIgnoredDuringExecution" (append $required $term) -}}
{{- $_ := set $affinity "podAffinity" $pods -}}
{{- end -}}
{{- with $affinity -}}
{{ toYaml . }}
{{- end -}}
{{- end -}}

{{/* Topology spread of pods. Takes a dict: root, component, constraints (the user's, which replace the defaults). */}}
{{- define "adwright.topologySpread" -}}
{{- if .constraints -}}
{{ toYaml .constraints }}
{{- else if not (include "adwright.isPinned" .root) -}}
{{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ $key }}
  whenUnsatisfiable: ScheduleAnyway
  matchLabelKeys: [pod-template-hash]
  labelSelector:
    matchLabels:
      {{- include "adwright.selectorLabels" (dict "root" $.root "component" $.component) | nindent 6 }}
{{- end }}
{{- end -}}
{{- end -}}

{{/* Scheduling settings of a pod. Takes a dict: root, component, pod (its values). */}}
{{- define "adwright.placement" -}}
{{- with .pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with include "adwright.affinity" (dict "root" .root "affinity" .pod.affinity) }}
affinity:
  {{- . | nindent 2 }}
{{- end }}
{{- with include "adwright.topologySpread" (dict "root" .root "component" .component "constraints" .pod.topologySpreadConstraints) | trim }}
topologySpreadConstraints:
  {{- . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Environment variables of the API, the controller and the dashboard. */}}
{{- define "adwright.environment" -}}
- name: ADWRIGHT_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
- name: ADWRIGHT_WATCH_ALL_NAMESPACES
  value: {{ .Values.watchAllNamespaces | quote }}
- name: ADWRIGHT_PUBLIC_URL
  value: {{ include "adwright.publicUrl" . | quote }}
- name: ADWRIGHT_LOG_LEVEL
  value: {{ .Values.logLevel | quote }}
- name: ADWRIGHT_EGRESS_ALLOW
  value: {{ join "," .Values.egressAllow | quote }}
{{- with .Values.egressDeny }}
- name: ADWRIGHT_EGRESS_DENY
  value: {{ join "," . | quote }}
{{- end }}
{{- with .Values.egress.noProxy }}
- name: NO_PROXY
  value: {{ join "," . | quote }}
{{- end }}
{{- if include "adwright.trustedCaSource" . }}
- name: ADWRIGHT_TRUSTED_CA_FILE
  value: /etc/adwright-ca/ca.crt
{{- end }}
- name: ADWRIGHT_ALLOW_HTTP_CALLBACKS
  value: {{ .Values.allowHttpCallbacks | quote }}
- name: ADWRIGHT_METRICS_LISTEN
  value: ":9090"
- name: ADWRIGHT_STORAGE
  value: {{ .Values.storage.type | quote }}
{{- if eq .Values.storage.type "volume" }}
- name: ADWRIGHT_STORAGE_PATH
  value: {{ include "adwright.storagePath" . }}
- name: ADWRIGHT_STORAGE_CLAIM
  value: {{ include "adwright.claimName" . }}
{{- else }}
{{- with .Values.storage.s3 }}
- name: ADWRIGHT_S3_BUCKET
  value: {{ .bucket | quote }}
{{- with .prefix }}
- name: ADWRIGHT_S3_PREFIX
  value: {{ . | quote }}
{{- end }}
- name: ADWRIGHT_S3_REGION
  value: {{ .region | quote }}
{{- with .endpoint }}
- name: ADWRIGHT_S3_ENDPOINT
  value: {{ . | quote }}
{{- end }}
- name: ADWRIGHT_S3_FORCE_PATH_STYLE
  value: {{ .forcePathStyle | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Default rate limits of a key, as environment variables. */}}
{{- define "adwright.limitsEnvironment" -}}
{{- range $limit, $perMinute := .Values.limits }}
- name: ADWRIGHT_{{ snakecase $limit | upper }}
  value: {{ int $perMinute | quote }}
{{- end }}
{{- end -}}

{{/* Sources of additional environment variables. Takes a dict: root, pod. */}}
{{- define "adwright.environmentFrom" -}}
{{- if eq .root.Values.storage.type "s3" }}
{{- with include "adwright.s3SecretName" .root }}
- secretRef:
    name: {{ . }}
{{- end }}
{{- end }}
{{- with .pod.extraEnvFrom }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Annotations that restart pods when a value that they read only at their start has changed. */}}
{{- define "adwright.checksums" -}}
{{- if and (eq .Values.storage.type "s3") .Values.storage.s3.credentials.accessKeyId }}
checksum/s3-credentials: {{ toJson .Values.storage.s3.credentials | sha256sum }}
{{- end }}
{{- if .Values.installationSecret.value }}
checksum/installation-secret: {{ .Values.installationSecret.value | sha256sum }}
{{- end }}
{{- if .Values.redis.password }}
checksum/redis: {{ .Values.redis.password | sha256sum }}
{{- end }}
{{- end -}}

{{/* ClusterRole with watchAllNamespaces, else Role. */}}
{{- define "adwright.roleKind" -}}
{{ ternary "ClusterRole" "Role" .Values.watchAllNamespaces }}
{{- end -}}

{{/* Cluster-wide names include the namespace, because releases in two namespaces can have the same name. */}}
{{- define "adwright.roleName" -}}
{{- if .root.Values.watchAllNamespaces -}}
{{ .root.Release.Namespace }}:{{ include "adwright.fullname" .root }}-{{ .name }}
{{- else -}}
{{ include "adwright.fullname" .root }}-{{ .name }}
{{- end -}}
{{- end -}}

{{/* Metadata of a role or of its binding. Takes a dict: root, name, component, annotations (may be absent). */}}
{{- define "adwright.roleMetadata" -}}
name: {{ include "adwright.roleName" . }}
{{- if not .root.Values.watchAllNamespaces }}
namespace: {{ .root.Release.Namespace }}
{{- end }}
labels:
  {{- include "adwright.labels" . | nindent 2 }}
{{ include "adwright.annotations" (dict "root" .root "annotations" .annotations) }}
{{- end -}}

{{/* Binding of a role to one service account. Takes a dict: root, name, component, account, annotations. */}}
{{- define "adwright.binding" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ include "adwright.roleKind" .root }}Binding
metadata:
  {{- include "adwright.roleMetadata" . | nindent 2 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ include "adwright.roleKind" .root }}
  name: {{ include "adwright.roleName" . }}
subjects:
  - kind: ServiceAccount
    name: {{ .account }}
    namespace: {{ .root.Release.Namespace }}
{{- end -}}

{{/* Permission to create AdJobs for any account and API key. */}}
{{- define "adwright.accountUseRule" -}}
- apiGroups: [adwright.dev]
  resources: [adaccounts, apikeys]
  verbs: [use]
{{- end -}}
