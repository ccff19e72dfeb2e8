{{/* Spec of the Job. Takes a dict: root, names, account, marker. */}}
{{- define "adwright.uninstallSpec" -}}
backoffLimit: 1
activeDeadlineSeconds: {{ add .root.Values.uninstallHook.timeoutSeconds 30 }}
template:
  metadata:
    labels:
      {{- include "adwright.selectorLabels" .names | nindent 6 }}
  spec:
    restartPolicy: Never
    serviceAccountName: {{ .account }}
    automountServiceAccountToken: true
    enableServiceLinks: false
    {{- with .root.Values.imagePullSecrets }}
    imagePullSecrets:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    securityContext:
      {{- include "adwright.podSecurityContext" .root.Values.controller.podSecurityContext | nindent 6 }}
    {{- with .root.Values.controller.nodeSelector }}
    nodeSelector:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- with .root.Values.controller.tolerations }}
    tolerations:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    containers:
      - name: uninstall
        image: {{ include "adwright.image" (dict "root" .root "image" .root.Values.image) }}
        imagePullPolicy: {{ .root.Values.image.pullPolicy }}
        args:
          - --namespace={{ .root.Release.Namespace }}
          - prepare-uninstall
          - --deployment={{ include "adwright.fullname" .root }}-api
          - --deployment={{ include "adwright.fullname" .root }}-controller
          {{- if .root.Values.admin.enabled }}
          - --deployment={{ include "adwright.fullname" .root }}-admin
          {{- end }}
          {{- if .root.Values.watchAllNamespaces }}
          - --all-namespaces
          {{- end }}
          - --unless-config-map={{ .marker }}
          - --timeout={{ .root.Values.uninstallHook.timeoutSeconds }}s
        resources:
          requests: {cpu: 50m, memory: 128Mi}
          limits: {memory: 512Mi}
        securityContext:
          {{- include "adwright.securityContext" .root.Values.controller.securityContext | nindent 10 }}
        volumeMounts:
          - name: tmp
            mountPath: /tmp
    volumes:
      - name: tmp
        emptyDir:
          sizeLimit: 64Mi
{{- end -}}
