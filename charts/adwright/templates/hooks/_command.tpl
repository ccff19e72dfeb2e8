{{/*
Pod template of a Job that runs an operator command with a token. Takes a dict: root, names (component, account), args.
*/}}
{{- define "adwright.commandPod" -}}
metadata:
  labels:
    {{- include "adwright.selectorLabels" .names | nindent 4 }}
spec:
  restartPolicy: Never
  serviceAccountName: {{ .names.account }}
  automountServiceAccountToken: true
  enableServiceLinks: false
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    {{- include "adwright.podSecurityContext" .root.Values.controller.podSecurityContext | nindent 4 }}
  {{- with .root.Values.controller.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with .root.Values.controller.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.controller.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .names.component }}
      image: {{ include "adwright.image" (dict "root" .root "image" .root.Values.image) }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args:
        - --namespace={{ .root.Release.Namespace }}
        {{- toYaml .args | nindent 8 }}
      resources:
        requests: {cpu: 50m, memory: 128Mi}
        limits: {memory: 512Mi}
      securityContext:
        {{- include "adwright.securityContext" .root.Values.controller.securityContext | nindent 8 }}
      volumeMounts:
        - name: tmp
          mountPath: /tmp
  volumes:
    - name: tmp
      emptyDir:
        sizeLimit: 64Mi
{{- end -}}
