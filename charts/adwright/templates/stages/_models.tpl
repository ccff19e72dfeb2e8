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
{{- range $kind := list "prompts" "workflows" -}}
{{- if include "adwright.modelConfigMaps" (dict "root" $ "kind" $kind) | fromYamlArray -}}
{{- $_ := set $file $kind (printf "/etc/adwright-models/%s" $kind) -}}
{{- end -}}
{{- end -}}
{{ toYaml $file }}
{{- end -}}

{{/* YAML list of the ConfigMaps with prompts or workflows (`kind`). Files of the last one have precedence. */}}
{{- define "adwright.modelConfigMaps" -}}
{{- $names := list -}}
{{- with get .root.Values.models .kind -}}
{{- with .existingConfigMap -}}{{- $names = append $names . -}}{{- end -}}
{{- if .files -}}{{- $names = append $names (printf "%s-model-%s" (include "adwright.fullname" $.root) $.kind) -}}{{- end -}}
{{- end -}}
{{ toYaml $names }}
{{- end -}}

{{/* Mounts of the controller for prompts and workflows. It reads their files when it starts. */}}
{{- define "adwright.modelMounts" -}}
{{- range $kind := list "prompts" "workflows" }}
{{- if include "adwright.modelConfigMaps" (dict "root" $ "kind" $kind) | fromYamlArray }}
- name: model-{{ $kind }}
  mountPath: /etc/adwright-models/{{ $kind }}
  readOnly: true
{{- end }}
{{- end }}
{{- end -}}

{{- define "adwright.modelVolumes" -}}
{{- range $kind := list "prompts" "workflows" }}
{{- with include "adwright.modelConfigMaps" (dict "root" $ "kind" $kind) | fromYamlArray }}
- name: model-{{ $kind }}
  projected:
    sources:
      {{- range . }}
      - configMap: {name: {{ . }}}
      {{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Placeholders of each prompt, as in src/models/prompts/templates.ts. */}}
{{- define "adwright.promptPlaceholders" -}}
background: [category, mood, colors, direction, side]
concept-system: []
concept: [brand, product, description, tone, color, shows, headline, cta, headlines, subheadlines, ctas]
script-system: [seconds, language, scenesMin, scenesMax, wordsMax]
script: [brand, product, description, price, given, headline, lines, cta, tone, voice, pictures, direction]
clip: [seconds, visual, mood, camera, subject, direction]
{{- end -}}

{{/* YAML list of the placeholders in `models.prompts.files` that no prompt has. */}}
{{- define "adwright.promptProblems" -}}
{{- $problems := list -}}
{{- $placeholders := include "adwright.promptPlaceholders" . | fromYaml -}}
{{- range $file, $text := .Values.models.prompts.files -}}
{{- $known := get $placeholders (trimSuffix ".txt" $file) | default list -}}
{{- range $found := regexFindAll `\{\{.*?\}\}` $text -1 | uniq -}}
{{- if not (has (regexReplaceAll `^\{\{\s*|\s*\}\}$` $found "") $known) -}}
{{- $problems = append $problems (printf "models.prompts.files has the unknown placeholder %s in %s, which may have: %s." $found $file (join ", " $known | default "none")) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{ toYaml $problems }}
{{- end -}}

{{/* YAML list of the entries of `models` that do not fit together. */}}
{{- define "adwright.modelProblems" -}}
{{- $problems := include "adwright.promptProblems" . | fromYamlArray -}}
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
{{- $workflow := dig "workflow" "" ($entry.options | default dict) -}}
{{- if and (eq $entry.provider "comfyui") (kindIs "string" $workflow) (not $models.workflows.existingConfigMap) (not (hasKey $models.workflows.files $workflow)) -}}
{{- $problems = append $problems (printf "%s.%s[%d].options.workflow is %q, but models.workflows.files has no such file." $place $port $at $workflow) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{ toYaml $problems }}
{{- end -}}
