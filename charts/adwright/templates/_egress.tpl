{{/* Environment variables of the proxy for pages, pictures and callbacks. The credentials are in a file only. */}}
{{- define "adwright.proxyEnvironment" -}}
{{- with .Values.egress.proxy }}
- name: ADWRIGHT_EGRESS_PROXY
  value: {{ . | quote }}
{{- end }}
{{- if .Values.egress.proxySecret }}
- name: ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE
  value: /etc/adwright-proxy/credentials
{{- end }}
{{- end -}}

{{- define "adwright.proxyMount" -}}
{{- if .Values.egress.proxySecret }}
- name: proxy
  mountPath: /etc/adwright-proxy
  readOnly: true
{{- end }}
{{- end -}}

{{- define "adwright.proxyVolume" -}}
{{- with .Values.egress.proxySecret }}
- name: proxy
  secret:
    secretName: {{ . }}
    items: [{key: credentials, path: credentials}]
{{- end }}
{{- end -}}

{{/* "true" if pods trust additional certificate authorities, else empty. */}}
{{- define "adwright.trustedCaSource" -}}
{{- with .Values.trustedCaBundle -}}{{- if or .configMap .secret -}}true{{- end -}}{{- end -}}
{{- end -}}

{{- define "adwright.trustedCaMount" -}}
{{- if include "adwright.trustedCaSource" . }}
- name: trusted-ca
  mountPath: /etc/adwright-ca
  readOnly: true
{{- end }}
{{- end -}}

{{- define "adwright.trustedCaVolume" -}}
{{- if include "adwright.trustedCaSource" . }}
{{- with .Values.trustedCaBundle }}
- name: trusted-ca
  {{- if .configMap }}
  configMap:
    name: {{ .configMap }}
    items: [{key: {{ .key | quote }}, path: ca.crt}]
  {{- else }}
  secret:
    secretName: {{ .secret }}
    items: [{key: {{ .key | quote }}, path: ca.crt}]
  {{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Bits of the network of a CIDR, such as "00001010" for 10.0.0.0/8. A range contains another if its bits are a prefix. */}}
{{- define "adwright.cidrBits" -}}
{{- $address := regexFind "^[^/]+" . -}}
{{- $length := regexFind "[0-9]+$" . | int -}}
{{- $bits := "" -}}
{{- if contains ":" $address -}}
{{- $halves := splitList "::" (lower $address) -}}
{{- $left := splitList ":" (first $halves) | compact -}}
{{- $right := list -}}
{{- if gt (len $halves) 1 -}}{{- $right = splitList ":" (last $halves) | compact -}}{{- end -}}
{{- $zeros := list -}}
{{- range until (int (sub 8 (len (concat $left $right)))) -}}{{- $zeros = append $zeros "0" -}}{{- end -}}
{{- $nibbles := dict -}}
{{- range $value := until 16 -}}{{- $_ := set $nibbles (printf "%x" $value) (printf "%04b" $value) -}}{{- end -}}
{{- range concat $left $zeros $right -}}
{{- range splitList "" (printf "0000%s" . | trunc -4) -}}{{- $bits = print $bits (get $nibbles .) -}}{{- end -}}
{{- end -}}
{{- else -}}
{{- range splitList "." $address -}}{{- $bits = printf "%s%08b" $bits (int .) -}}{{- end -}}
{{- end -}}
{{ trunc $length $bits }}
{{- end -}}

{{/*
JSON object of an egress rule's range: `cidr`, and `except` with the networks that egressDeny and `except` exclude from
it. Empty if egressDeny has the whole range. Takes a dict: root, cidr, except (may be absent).
*/}}
{{- define "adwright.ipBlock" -}}
{{- $cidr := .cidr -}}
{{- $bits := include "adwright.cidrBits" $cidr -}}
{{- $except := .except | default list -}}
{{- $isDenied := false -}}
{{- range .root.Values.egressDeny -}}
{{- if eq (contains ":" .) (contains ":" $cidr) -}}
{{- $denied := include "adwright.cidrBits" . -}}
{{- if hasPrefix $denied $bits -}}
{{- $isDenied = true -}}
{{- else if hasPrefix $bits $denied -}}
{{- $except = append $except . -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if not $isDenied -}}
{{- $block := dict "cidr" $cidr -}}
{{- with $except -}}{{- $_ := set $block "except" (uniq .) -}}{{- end -}}
{{ dict "ipBlock" $block | toJson }}
{{- end -}}
{{- end -}}

{{/* Egress rule to public addresses. Empty without ports. Takes a dict: root, ports. */}}
{{- define "adwright.egressPublic" -}}
{{- $peers := list -}}
{{- if .ports -}}
{{- with include "adwright.ipBlock" (dict "root" .root "cidr" "0.0.0.0/0" "except" .root.Values.networkPolicy.privateRanges) -}}
{{- $peers = append $peers (fromJson .) -}}
{{- end -}}
{{- /* Global unicast addresses without Teredo, documentation, 6to4, AS112. */ -}}
{{- $special := list "2001::/23" "2001:db8::/32" "2002::/16" "2620:4f:8000::/48" "3fff::/20" -}}
{{- with include "adwright.ipBlock" (dict "root" .root "cidr" "2000::/3" "except" $special) -}}
{{- $peers = append $peers (fromJson .) -}}
{{- end -}}
{{- end -}}
{{- if $peers -}}
- to:
    {{- toYaml $peers | nindent 4 }}
  ports:
    {{- range .ports | toStrings | uniq }}
    - port: {{ . }}
    {{- end }}
{{- end -}}
{{- end -}}

{{/*
Egress rule of one entry of egressAllow: 10.1.0.0/16, 10.2.0.0/16:8080, 10.3.0.0/16:*. Takes a dict: root, entry.
*/}}
{{- define "adwright.egressAllowed" -}}
{{- $port := regexFind "/[0-9]+\\]?:.+$" .entry | regexFind "[^:]+$" -}}
{{- $cidr := regexFind "^[^/]+\\]?/[0-9]+" .entry | replace "[" "" | replace "]" "" -}}
{{- with include "adwright.ipBlock" (dict "root" .root "cidr" $cidr) -}}
- to:
    {{- list (fromJson .) | toYaml | nindent 4 }}
{{- if not $port }}
  ports:
    - port: 80
    - port: 443
{{- else if ne $port "*" }}
  ports:
    - port: {{ $port }}
{{- end }}
{{- end -}}
{{- end -}}

{{/* Egress rules to addresses that users may name: egressAllow and the proxy. */}}
{{- define "adwright.egressGiven" -}}
{{- $root := . -}}
{{- range .Values.egressAllow }}
{{ include "adwright.egressAllowed" (dict "root" $root "entry" .) }}
{{- end }}
{{ include "adwright.egressProxy" . }}
{{- end -}}

{{- define "adwright.egressProxy" -}}
{{- include "adwright.egressUrl" .Values.egress.proxy -}}
{{- end -}}

{{/*
Egress rule to the host of a URL. The rule is empty if the URL has the name of a host outside the cluster, because a
network policy can select only addresses and pods. For the name of a Service, every port is allowed, because the pods
may listen on another port than the Service.
*/}}
{{- define "adwright.egressUrl" -}}
{{- with . -}}
{{- $authority := get (urlParse .) "host" -}}
{{- $host := regexReplaceAll ":[0-9]+$" $authority "" | trimPrefix "[" | trimSuffix "]" -}}
{{- $port := regexFind ":[0-9]+$" $authority | trimPrefix ":" | default (ternary "443" "80" (hasPrefix "https:" .)) -}}
{{- $labels := splitList "." $host -}}
{{- if or (contains ":" $host) (regexMatch "^[0-9.]+$" $host) -}}
- to:
    - ipBlock:
        cidr: {{ $host }}/{{ ternary 128 32 (contains ":" $host) }}
  ports:
    - port: {{ $port }}
{{- else if and (ge (len $labels) 3) (eq (index $labels 2) "svc") -}}
- to:
    - namespaceSelector:
        matchLabels:
          kubernetes.io/metadata.name: {{ index $labels 1 }}
{{- end -}}
{{- end -}}
{{- end -}}
