{{/* Egress rule to DNS, at any address: it may run in kube-system, on the node or elsewhere. */}}
{{- define "adwright.egressDns" -}}
- ports:
    - {port: 53, protocol: UDP}
    - {port: 53, protocol: TCP}
{{- end -}}

{{/* List with the port of the S3 endpoint, or an empty list. */}}
{{- define "adwright.endpointPort" -}}
{{- $endpoint := .Values.storage.s3.endpoint -}}
{{- if and (eq .Values.storage.type "s3") $endpoint -}}
{{- $host := get (urlParse $endpoint) "host" -}}
{{- $given := regexFind ":[0-9]+$" $host | trimPrefix ":" -}}
[{{ $given | default (ternary "443" "80" (hasPrefix "https:" $endpoint)) | int }}]
{{- else -}}
[]
{{- end -}}
{{- end -}}

{{/* Egress rule to the S3 store, for pods that may reach any address on its port. */}}
{{- define "adwright.egressStore" -}}
{{- if eq .Values.storage.type "s3" -}}
- ports:
    {{- range (concat (list 443) (include "adwright.endpointPort" . | fromYamlArray)) | uniq }}
    - port: {{ . }}
    {{- end }}
{{ include "adwright.egressStoreService" . }}
{{- end -}}
{{- end -}}

{{/* Egress rule to an S3 store that is a Service (`minio.storage.svc`), whose pods may use other ports. */}}
{{- define "adwright.egressStoreService" -}}
{{- $host := regexReplaceAll ":[0-9]+$" (get (urlParse .Values.storage.s3.endpoint) "host") "" -}}
{{- $parts := splitList "." $host -}}
{{- if and (eq .Values.storage.type "s3") (ge (len $parts) 3) (eq (index $parts 2) "svc") -}}
- to:
    - namespaceSelector:
        matchLabels:
          kubernetes.io/metadata.name: {{ index $parts 1 }}
{{- end -}}
{{- end -}}
