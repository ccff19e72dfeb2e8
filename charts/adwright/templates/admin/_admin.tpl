{{/* Public URL of the dashboard. Without a route from outside, it is the address of `kubectl port-forward`. */}}
{{- define "adwright.adminUrl" -}}
{{- with .Values.admin -}}
{{- if .url -}}
{{ .url | trimSuffix "/" }}
{{- else if .ingress.enabled -}}
{{ ternary "https" "http" .ingress.tls.enabled }}://{{ include "adwright.ingressHosts" .ingress | fromJsonArray | first | default "" }}{{ .ingress.path | trimSuffix "/" }}
{{- else if .httpRoute.enabled -}}
https://{{ first .httpRoute.hostnames | default "" }}{{ .httpRoute.path | trimSuffix "/" }}
{{- else -}}
http://127.0.0.1:8081
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Path of the URL of the dashboard, without a trailing slash. */}}
{{- define "adwright.adminBasePath" -}}
{{- get (urlParse (include "adwright.adminUrl" .)) "path" | trimSuffix "/" -}}
{{- end -}}

{{- define "adwright.adminAccount" -}}
{{- include "adwright.serviceAccountName" (dict "root" . "name" "admin" "account" .Values.admin.serviceAccount) -}}
{{- end -}}

{{/* Environment variables of the sign-in to the dashboard. */}}
{{- define "adwright.signInEnvironment" -}}
{{- with .Values.admin.oidc }}
{{- if .issuer }}
- name: ADWRIGHT_ADMIN_OIDC_ISSUER
  value: {{ .issuer | quote }}
- name: ADWRIGHT_ADMIN_OIDC_CLIENT_ID
  value: {{ .clientId | quote }}
- name: ADWRIGHT_ADMIN_OIDC_CLIENT_SECRET
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret }}
      key: client-secret
- name: ADWRIGHT_ADMIN_OIDC_SCOPES
  value: {{ .scopes | quote }}
{{- $roles := merge (dict "claim" .claim) .roles }}
{{- with .ownerClaim }}{{ $_ := set $roles "owner" . }}{{ end }}
- name: ADWRIGHT_ADMIN_ROLES
  value: {{ toRawJson $roles | quote }}
{{- end }}
{{- end }}
{{- with .Values.admin.kubernetes }}
{{- if .enabled }}
- name: ADWRIGHT_ADMIN_KUBERNETES_AUDIENCE
  value: {{ .audience | quote }}
{{- end }}
{{- end }}
{{- with .Values.admin.trustedProxies }}
- name: ADWRIGHT_ADMIN_TRUSTED_PROXIES
  value: {{ join "," . | quote }}
{{- end }}
{{- end -}}

{{/* Egress rule to an identity provider whose issuer is an address or a Service. */}}
{{- define "adwright.egressIssuer" -}}
{{- include "adwright.egressUrl" .Values.admin.oidc.issuer -}}
{{- end -}}

{{/*
List with the port of an identity provider that has a public name, or an empty list. The chart does not know its
addresses. They are public, or else networkPolicy.adminEgress must contain a rule.
*/}}
{{- define "adwright.issuerPorts" -}}
{{- $issuer := .Values.admin.oidc.issuer -}}
{{- if and $issuer (not (include "adwright.egressIssuer" .)) -}}
[{{ regexFind ":[0-9]+$" (get (urlParse $issuer) "host") | trimPrefix ":" | default "443" }}]
{{- else -}}
[]
{{- end -}}
{{- end -}}

{{/* Conflicts between values of the dashboard, as a YAML list of sentences. */}}
{{- define "adwright.adminProblems" -}}
{{- $admin := .Values.admin -}}
{{- $problems := list -}}
{{- $url := include "adwright.adminUrl" . -}}
{{- if and (hasPrefix "http:" $url) (not (regexMatch "^http://(127\\.0\\.0\\.1|localhost|\\[::1\\])(:|/|$)" $url)) -}}
{{- $problems = append $problems (printf "the dashboard would have the URL %s, but browsers keep its cookies only over https: set admin.url to the https:// URL at which browsers reach it." $url) -}}
{{- end -}}
{{- $problems = concat $problems (include "adwright.routeProblems" (dict "prefix" "admin." "values" $admin "urlName" "admin.url" "base" (include "adwright.adminBasePath" .)) | fromJsonArray) -}}
{{- if and $admin.service.nodePort (eq $admin.service.type "ClusterIP") -}}
{{- $problems = append $problems "admin.service.nodePort needs admin.service.type: NodePort or LoadBalancer." -}}
{{- end -}}
{{- with $admin.oidc -}}
{{- if and .issuer (not (and .clientId .existingSecret)) -}}
{{- $problems = append $problems "admin.oidc.issuer needs admin.oidc.clientId and admin.oidc.existingSecret, a Secret with the key client-secret." -}}
{{- end -}}
{{- if and (not .issuer) (or .clientId .existingSecret) -}}
{{- $problems = append $problems "admin.oidc.clientId and admin.oidc.existingSecret need admin.oidc.issuer." -}}
{{- end -}}
{{- if and .issuer (not (or .roles.viewer .roles.operator .roles.admin .ownerClaim)) -}}
{{- $problems = append $problems "admin.oidc.roles gives no group a role, and admin.oidc.ownerClaim is empty, so a sign-in with the identity provider would give no rights." -}}
{{- end -}}
{{- end -}}
{{- toYaml $problems -}}
{{- end -}}
