{{- define "parley.name" -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "parley.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "parley.labels" -}}
{{ include "parley.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "parley.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "parley.secret" -}}
{{- if and .Values.existingSecret .Values.secrets -}}
{{- fail "Use either existingSecret or secrets." -}}
{{- end -}}
{{- .Values.existingSecret | default (include "parley.name" .) -}}
{{- end -}}

{{- define "parley.pod" -}}
metadata:
  labels:
    {{- include "parley.labels" . | nindent 4 }}
  annotations:
    # A change of the configuration or of a secret replaces the pods.
    checksum/config: {{ toYaml .Values.config | sha256sum | quote }}
    checksum/secrets: {{ toYaml .Values.secrets | sha256sum | quote }}
    {{- with .Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  automountServiceAccountToken: false
  # The pause, the time for running responses, and 30 seconds to settle them.
  terminationGracePeriodSeconds: {{ add .Values.pause .Values.grace 30 }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: gateway
      image: {{ include "parley.image" . | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      env:
        - name: PARLEY_CONFIG
          value: /etc/parley/parley.yaml
        - name: PARLEY_DATA
          value: /data
        - name: PARLEY_HOST
          value: 0.0.0.0
        - name: PARLEY_PORT
          value: "8787"
        - name: PARLEY_GRACE
          value: {{ .Values.grace | quote }}
        {{- range $name, $value := .Values.env }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      envFrom:
        - secretRef:
            name: {{ include "parley.secret" . }}
      ports:
        - name: http
          containerPort: 8787
      startupProbe:
        httpGet:
          path: /healthz
          port: http
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet:
          path: /healthz
          port: http
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet:
          path: /readyz
          port: http
        periodSeconds: 5
        timeoutSeconds: 5
      lifecycle:
        preStop:
          sleep:
            seconds: {{ .Values.pause }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      {{- with .Values.resources }}
      resources:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: config
          mountPath: /etc/parley
          readOnly: true
        - name: scratch
          mountPath: /tmp
  volumes:
    - name: config
      configMap:
        name: {{ include "parley.name" . }}
    - name: scratch
      emptyDir: {}
    {{- if eq .Values.store "postgres" }}
    # The outbox: settlements that wait for PostgreSQL. It outlives the container, but not the pod.
    - name: data
      emptyDir: {}
    {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
