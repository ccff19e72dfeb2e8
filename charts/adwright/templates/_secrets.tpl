{{/*
Value of a generated secret, encoded in base64, if the chart itself has generated it in an earlier release; else empty.
Helm then still renders the Secret, because a rollback to that release needs it. Takes a dict: root, name (of the Secret),
key.
*/}}
{{- define "adwright.renderedSecret" -}}
{{- $known := lookup "v1" "Secret" .root.Release.Namespace .name | default dict -}}
{{- if dig "metadata" "annotations" "meta.helm.sh/release-name" "" $known -}}
{{- dig "data" .key "" $known -}}
{{- end -}}
{{- end -}}

{{/* "true" if a Secret exists in the cluster, else empty; always empty for `helm template`. */}}
{{- define "adwright.secretExists" -}}
{{- if lookup "v1" "Secret" .root.Release.Namespace .name -}}true{{- end -}}
{{- end -}}

{{/* Options of `adwright create-secrets` for the Secrets that the release does not render and no value names, as a list. */}}
{{- define "adwright.createdSecrets" -}}
{{- $options := list -}}
{{- $installation := dict "root" . "name" (include "adwright.installationSecretName" .) -}}
{{- with .Values.installationSecret -}}
{{- if not (or .existingSecret .value (include "adwright.secretExists" $installation)) -}}
{{- $options = append $options (printf "--installation=%s" $installation.name) -}}
{{- end -}}
{{- end -}}
{{- $redis := dict "root" . "name" (include "adwright.redisSecretName" .) -}}
{{- with .Values.redis -}}
{{- if not (or .url .existingSecret .password (include "adwright.secretExists" $redis)) -}}
{{- $options = append $options (printf "--redis=%s" $redis.name) -}}
{{- end -}}
{{- end -}}
{{- /* Without a Job, inputs of stages are not sealed; the notes say so. */ -}}
{{- with include "adwright.stageInputSecretName" . -}}
{{- if and $.Values.rbac.create (not $.Values.stages.inputSecret.existingSecret) (not (include "adwright.secretExists" (dict "root" $ "name" .))) -}}
{{- $options = append $options (printf "--stage-input=%s" .) -}}
{{- end -}}
{{- end -}}
{{- toJson $options -}}
{{- end -}}
