{{/* Hosts of an Ingress as a list: `host`, then `hosts`. Takes the values of the Ingress. */}}
{{- define "adwright.ingressHosts" -}}
{{- prepend .hosts .host | compact | uniq | toJson -}}
{{- end -}}

{{/*
TLS entries of an Ingress as a list: one for each Secret, which `tls.secretNames` or `tls.secretName` names. Takes a
dict: root, ingress, suffix (of the default name).
*/}}
{{- define "adwright.ingressTls" -}}
{{- $tls := .ingress.tls -}}
{{- $default := $tls.secretName | default (printf "%s-%s" (include "adwright.fullname" .root) .suffix) -}}
{{- $hostsOf := dict -}}
{{- range include "adwright.ingressHosts" .ingress | fromJsonArray -}}
{{- $secret := get $tls.secretNames . | default $default -}}
{{- $_ := set $hostsOf $secret (append (get $hostsOf $secret | default list) .) -}}
{{- end -}}
{{- $entries := list -}}
{{- range $secret, $hosts := $hostsOf -}}
{{- $entries = append $entries (dict "secretName" $secret "hosts" $hosts) -}}
{{- end -}}
{{- toJson $entries -}}
{{- end -}}

{{/* Egress rule to DNS, at any address: it may run in kube-system, on the node or elsewhere. */}}
{{- define "adwright.egressDns" -}}
- ports:
    - {port: 53, protocol: UDP}
    - {port: 53, protocol: TCP}
{{- end -}}

{{/* Egress rule to the Kubernetes API server, at any address unless apiServerRanges is set. */}}
{{- define "adwright.egressApiServer" -}}
{{- with .Values.networkPolicy -}}
# The Kubernetes API server.
- ports:
    {{- range .apiServerPorts }}
    - port: {{ . }}
    {{- end }}
  {{- with .apiServerRanges }}
  to:
    {{- range . }}
    - ipBlock:
        cidr: {{ . }}
    {{- end }}
  {{- end }}
{{- end -}}
{{- end -}}

{{/* Host of the S3 endpoint, without brackets and port. Empty without an endpoint. */}}
{{- define "adwright.storeHost" -}}
{{- regexReplaceAll ":[0-9]+$" (get (urlParse .Values.storage.s3.endpoint) "host") "" | trimPrefix "[" | trimSuffix "]" -}}
{{- end -}}

{{- define "adwright.storePort" -}}
{{- $endpoint := .Values.storage.s3.endpoint -}}
{{- $given := regexFind ":[0-9]+$" (get (urlParse $endpoint) "host") | trimPrefix ":" -}}
{{ $given | default (ternary "80" "443" (hasPrefix "http:" $endpoint)) }}
{{- end -}}

{{/* Namespace of an S3 store that is a Service (`minio.storage.svc`). Empty for other stores. */}}
{{- define "adwright.storeNamespace" -}}
{{- $labels := splitList "." (include "adwright.storeHost" .) -}}
{{- if and (ge (len $labels) 3) (eq (index $labels 2) "svc") -}}{{ index $labels 1 }}{{- end -}}
{{- end -}}

{{/* Prefix length of the endpoint's address, 32 or 128. Empty if the endpoint has a name. */}}
{{- define "adwright.storePrefix" -}}
{{- $host := include "adwright.storeHost" . -}}
{{- if contains ":" $host -}}128{{- else if regexMatch "^[0-9.]+$" $host -}}32{{- end -}}
{{- end -}}

{{/*
List with the port of an S3 store that has a public name, or an empty list. The chart does not know the addresses of such
a store. They are public, or else the values apiEgress, controllerEgress and stageEgress must contain a rule.
*/}}
{{- define "adwright.storePorts" -}}
{{- $isKnown := or (include "adwright.storeNamespace" .) (include "adwright.storePrefix" .) -}}
{{- if and (eq .Values.storage.type "s3") (not $isKnown) -}}
[{{ include "adwright.storePort" . }}]
{{- else -}}
[]
{{- end -}}
{{- end -}}

{{/*
Egress rule to the addresses that give the pods their identity for S3. Only components that sign requests to the bucket
have it: stages, which read untrusted pages, must never reach these addresses.
*/}}
{{- define "adwright.egressIdentity" -}}
{{- $addresses := dict
      "podIdentity" (list "169.254.170.23/32" "fd00:ec2::23/128")
      "instanceMetadata" (list "169.254.169.254/32" "fd00:ec2::254/128")
-}}
{{- with get $addresses .Values.storage.s3.identity }}
# The identity of the pods for S3.
- to:
    {{- range . }}
    - ipBlock:
        cidr: {{ . }}
    {{- end }}
  ports:
    - port: 80
{{- end -}}
{{- end -}}

{{/* Egress rule to an S3 store whose endpoint is an address or a Service, whose pods may use other ports. */}}
{{- define "adwright.egressStore" -}}
{{- if eq .Values.storage.type "s3" -}}
{{- if include "adwright.storePrefix" . -}}
- to:
    - ipBlock:
        cidr: {{ include "adwright.storeHost" . }}/{{ include "adwright.storePrefix" . }}
  ports:
    - port: {{ include "adwright.storePort" . }}
{{- else if include "adwright.storeNamespace" . -}}
- to:
    - namespaceSelector:
        matchLabels:
          kubernetes.io/metadata.name: {{ include "adwright.storeNamespace" . }}
{{- end -}}
{{- end -}}
{{- end -}}
