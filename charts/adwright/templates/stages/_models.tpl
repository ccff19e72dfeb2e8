{{/* "true" if models are configured, else empty. */}}
{{- define "adwright.hasModels" -}}
{{- with .Values.models -}}
{{- if or .copywriter .cutout .image .speech .video .accounts -}}true{{- end -}}
{{- end -}}
{{- end -}}

{{/* File of ADWRIGHT_MODELS. Stages that call models find the keys at these paths. */}}
{{- define "adwright.modelsFile" -}}
{{- $models := .Values.models -}}
{{- $file := dict -}}
{{- range $part := list "copywriter" "cutout" "image" "speech" "video" "accounts" -}}
{{- with get $models $part -}}{{- $_ := set $file $part . -}}{{- end -}}
{{- end -}}
{{- if not (kindIs "invalid" $models.budget.usdPerDay) -}}
{{- $_ := set $file "budget" $models.budget -}}
{{- end -}}
{{- $keys := dict -}}
{{- range $name, $secret := $models.keys -}}
{{- $_ := set $keys $name (dict "file" (printf "/etc/adwright/model-keys/%s" $name)) -}}
{{- end -}}
{{- with $keys -}}{{- $_ := set $file "keys" . -}}{{- end -}}
{{ toYaml $file }}
{{- end -}}

{{/* YAML list of the entries of `models` that do not fit together. */}}
{{- define "adwright.modelProblems" -}}
{{- $problems := list -}}
{{- $models := .Values.models -}}
{{- $places := dict "models" $models -}}
{{- range $account, $lists := $models.accounts -}}
{{- $_ := set $places (printf "models.accounts.%s" $account) $lists -}}
{{- $namespace := splitList "/" $account | first -}}
{{- if and (not $.Values.watchAllNamespaces) (ne $namespace $.Release.Namespace) -}}
{{- $problems = append $problems (printf "models.accounts has %s, but without watchAllNamespaces all accounts are in the namespace %s." $account $.Release.Namespace) -}}
{{- end -}}
{{- end -}}
{{- range $place, $lists := $places -}}
{{- range $port := list "copywriter" "cutout" "image" "speech" "video" -}}
{{- range $at, $entry := get $lists $port | default list -}}
{{- if and $entry.key (not (hasKey ($models.keys | default dict) $entry.key)) -}}
{{- $problems = append $problems (printf "%s.%s[%d].key is %q, but models.keys has no such key." $place $port $at $entry.key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{ toYaml $problems }}
{{- end -}}
