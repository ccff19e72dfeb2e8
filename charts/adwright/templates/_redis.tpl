{{/* Name of the Secret with the password of Redis; empty for an external Redis without a password. */}}
{{- define "adwright.redisSecretName" -}}
{{- with .Values.redis -}}
{{- if .existingSecret -}}
{{ .existingSecret }}
{{- else if or (not .url) .password -}}
{{ include "adwright.fullname" $ }}-redis
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "adwright.redisUrl" -}}
{{ .Values.redis.url | default (printf "redis://%s-redis.%s.svc:6379" (include "adwright.fullname" .) .Release.Namespace) }}
{{- end -}}

{{/* Environment variables for the connection to Redis. */}}
{{- define "adwright.redisEnvironment" -}}
- name: ADWRIGHT_REDIS_URL
  value: {{ include "adwright.redisUrl" . | quote }}
- name: ADWRIGHT_REDIS_PREFIX
  value: {{ .Values.redis.prefix | default (printf "%s-%s" .Release.Namespace (include "adwright.fullname" .)) | quote }}
{{- with .Values.redis.username }}
- name: ADWRIGHT_REDIS_USERNAME
  value: {{ . | quote }}
{{- end }}
{{- with include "adwright.redisSecretName" . }}
- name: ADWRIGHT_REDIS_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ . }}
      key: password
{{- end }}
{{- if .Values.redis.caSecret }}
- name: ADWRIGHT_REDIS_CA_FILE
  value: /etc/adwright-redis/ca.crt
{{- end }}
{{- with .Values.prices }}
- name: ADWRIGHT_PRICES
  value: {{ toJson . | quote }}
{{- end }}
{{- end -}}

{{- define "adwright.redisMount" -}}
{{- if .Values.redis.caSecret }}
- name: redis-ca
  mountPath: /etc/adwright-redis
  readOnly: true
{{- end }}
{{- end -}}

{{- define "adwright.redisVolume" -}}
{{- with .Values.redis.caSecret }}
- name: redis-ca
  secret:
    secretName: {{ . }}
    items: [{key: ca.crt, path: ca.crt}]
{{- end }}
{{- end -}}

{{/* Egress rule to Redis: to the bundled one, or to any address on the port of the URL. */}}
{{- define "adwright.egressRedis" -}}
{{- if .Values.redis.url -}}
{{- $given := regexFind ":[0-9]+$" (get (urlParse .Values.redis.url) "host") | trimPrefix ":" -}}
- ports:
    - port: {{ $given | default 6379 | int }}
{{- else -}}
- to:
    - podSelector:
        matchLabels:
          {{- include "adwright.selectorLabels" (dict "root" . "component" "redis") | nindent 10 }}
  ports:
    - port: redis
{{- end -}}
{{- end -}}
