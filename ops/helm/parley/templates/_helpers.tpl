{{- define "parley.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "parley.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "parley.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "parley.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "parley.selector" -}}
app.kubernetes.io/name: {{ include "parley.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "parley.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "parley.selector" . }}
{{- end -}}

{{- define "parley.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "parley.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "parley.image" -}}
{{- $repository := required "image.repository is missing: where your image of Parley is (docker build -t ... and push)" .Values.image.repository -}}
{{- $tag := default .Chart.AppVersion .Values.image.tag -}}
{{- if hasPrefix "@" $tag -}}{{ $repository }}{{ $tag }}{{- else -}}{{ $repository }}:{{ $tag }}{{- end -}}
{{- end -}}

{{- define "parley.secret" -}}
{{- default (include "parley.fullname" .) .Values.existingSecret -}}
{{- end -}}

{{- define "parley.migrationSecret" -}}
{{- default (printf "%s-migrate" (include "parley.fullname" .)) .Values.migration.existingSecret -}}
{{- end -}}

{{/* The profile "restricted" of the pod security standards. */}}
{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "parley.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* What both kinds of pods are, given the chart's context as `root`, `role`, and the role's `values`. */}}
{{- define "parley.pod" -}}
metadata:
  labels:
    {{- include "parley.selector" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  annotations:
    # Another configuration begins new pods.
    checksum/config: {{ include (print .root.Template.BasePath "/configmap.yaml") .root | sha256sum }}
    checksum/secret: {{ include (print .root.Template.BasePath "/secret.yaml") .root | sha256sum }}
    {{- with .values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "parley.serviceAccount" .root }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
  securityContext:
    {{- include "parley.podSecurity" .root | nindent 4 }}
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  # On another node than its like, where there is one.
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "parley.selector" .root | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  containers:
    - name: parley
      image: {{ include "parley.image" .root | quote }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      securityContext:
        {{- include "parley.containerSecurity" .root | nindent 8 }}
      envFrom:
        - configMapRef:
            name: {{ include "parley.fullname" .root }}
        - secretRef:
            name: {{ include "parley.secret" .root }}
      env:
        - name: ROLE
          value: {{ .role }}
      ports:
        - name: http
          containerPort: 8787
        {{- if .root.Values.metrics.enabled }}
        - name: metrics
          containerPort: {{ .root.Values.metrics.port }}
        {{- end }}
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      lifecycle:
        preStop:
          exec:
            # There is no `sleep` in the image.
            command: [node, -e, "setTimeout(() => {}, {{ mul .root.Values.preStopSeconds 1000 }})"]
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: data, mountPath: /data }
  volumes:
    # The sentence model is written to /tmp for a moment (64 MB). Nothing lasting is written to /data: the record is in PostgreSQL.
    - name: tmp
      emptyDir: { sizeLimit: 512Mi }
    - name: data
      emptyDir: { sizeLimit: 64Mi }
  {{- with .values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
