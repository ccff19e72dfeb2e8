{{/* Conflicts between values, for which a schema would give unclear errors. A template that renders nothing else includes it. */}}
{{- define "adwright.validate" -}}
{{- $v := .Values -}}
{{- $problems := list -}}

{{- if and $v.watchAllNamespaces (eq $v.storage.type "volume") -}}
{{- $problems = append $problems "watchAllNamespaces needs storage.type: s3, because a volume cannot be mounted in other namespaces." -}}
{{- end -}}
{{- if and (eq $v.storage.type "volume") (not $v.storage.volume.singleNode) (not (has "ReadWriteMany" $v.storage.volume.accessModes)) -}}
{{- $problems = append $problems "storage.volume.singleNode: false puts pods on several nodes, which needs storage.volume.accessModes: [ReadWriteMany]." -}}
{{- end -}}
{{- if and (eq $v.storage.type "s3") (not $v.storage.s3.bucket) -}}
{{- $problems = append $problems "storage.type: s3 needs storage.s3.bucket, the name of an existing bucket." -}}
{{- end -}}
{{- if and $v.storage.s3.identity (or (ne $v.storage.type "s3") (include "adwright.s3SecretName" .)) -}}
{{- $problems = append $problems "storage.s3.identity needs storage.type: s3 without storage.s3.credentials." -}}
{{- end -}}
{{- with $v.storage.s3.credentials -}}
{{- if and .existingSecret (or .accessKeyId .secretAccessKey) -}}
{{- $problems = append $problems "storage.s3.credentials has existingSecret and keys; set only one of them." -}}
{{- end -}}
{{- if ne (empty .accessKeyId) (empty .secretAccessKey) -}}
{{- $problems = append $problems "storage.s3.credentials needs both accessKeyId and secretAccessKey, or neither." -}}
{{- end -}}
{{- end -}}
{{- with $v.installationSecret -}}
{{- if and .existingSecret .value -}}
{{- $problems = append $problems "installationSecret has existingSecret and value; set only one of them." -}}
{{- end -}}
{{- end -}}
{{- with $v.redis -}}
{{- if and .existingSecret .password -}}
{{- $problems = append $problems "redis has existingSecret and password; set only one of them." -}}
{{- end -}}
{{- if and (not .url) (or .username .caSecret) -}}
{{- $problems = append $problems "redis.username and redis.caSecret need redis.url of an external Redis." -}}
{{- end -}}
{{- if and .caSecret (hasPrefix "redis:" .url) -}}
{{- $problems = append $problems "redis.caSecret needs TLS: redis.url must begin with rediss://." -}}
{{- end -}}
{{- if and .url .username (not .existingSecret) (not .password) -}}
{{- $problems = append $problems "redis.username needs redis.existingSecret, a Secret with the key password, or redis.password." -}}
{{- end -}}
{{- end -}}
{{- if and $v.tracing.enabled (not $v.tracing.endpoint) -}}
{{- $problems = append $problems "tracing.enabled needs tracing.endpoint, the URL of a collector that accepts OTLP over HTTP." -}}
{{- end -}}
{{- if not $v.rbac.create -}}
{{- range include "adwright.createdSecrets" . | fromJsonArray -}}
{{- $problems = append $problems (printf "rbac.create: false needs an existing Secret in %s, because no Job may create one." (ternary "redis.existingSecret" "installationSecret.existingSecret" (hasPrefix "--redis" .))) -}}
{{- end -}}
{{- end -}}
{{- if and $v.accountUse.enabled (not $v.rbac.create) (not $v.accountUse.confirmed) -}}
{{- $problems = append $problems "rbac.create: false needs accountUse.confirmed: true, once your roles of the API, the controller and the dashboard have the verb use on adaccounts and apikeys of adwright.dev; without it they cannot create AdJobs. Or set accountUse.enabled: false." -}}
{{- end -}}
{{- if and $v.accountUse.subjects (not $v.rbac.create) -}}
{{- $problems = append $problems "accountUse.subjects needs rbac.create: true." -}}
{{- end -}}
{{- if and $v.egress.proxySecret (not $v.egress.proxy) -}}
{{- $problems = append $problems "egress.proxySecret needs egress.proxy." -}}
{{- end -}}
{{- with $v.stages.browser -}}
{{- if and (eq .sandbox "userNamespaces") (not .seccompProfile) -}}
{{- $problems = append $problems "stages.browser.sandbox: userNamespaces needs stages.browser.seccompProfile, because the profile of the container runtime forbids user namespaces." -}}
{{- end -}}
{{- end -}}
{{- $images := dict "image.repository" $v.image.repository "stages.image.repository" $v.stages.image.repository -}}
{{- if eq $v.stages.browser.mode "container" -}}
{{- $_ := set $images "stages.browser.image.repository" $v.stages.browser.image.repository -}}
{{- end -}}
{{- range $stage, $settings := $v.stages.perStage -}}
{{- with ($settings.image).repository -}}
{{- $_ := set $images (printf "stages.perStage.%s.image.repository" $stage) . -}}
{{- end -}}
{{- end -}}
{{- $local := list -}}
{{- range $field, $repository := $images -}}
{{- if and (hasPrefix "localhost/" $repository) (not $v.global.imageRegistry) -}}{{- $local = append $local $field -}}{{- end -}}
{{- end -}}
{{- if and $local (lt (len $local) (len $images)) -}}
{{- $problems = append $problems (printf "%s must name your registry as the other images do: localhost/ images exist only on nodes to which they were copied." (join ", " $local)) -}}
{{- end -}}
{{- range $component := list "api" "controller" "admin" -}}
{{- with (get $v $component).updateStrategy -}}
{{- if and (eq .type "RollingUpdate") (regexMatch "^0%?$" (toString .rollingUpdate.maxSurge)) (regexMatch "^0%?$" (toString .rollingUpdate.maxUnavailable)) -}}
{{- $problems = append $problems (printf "%s.updateStrategy.rollingUpdate has maxSurge 0 and maxUnavailable 0, so that no pod could be replaced; set one of them to 1." $component) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $v.api.autoscaling -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}
{{- $problems = append $problems "api.autoscaling.minReplicas is larger than maxReplicas." -}}
{{- end -}}
{{- end -}}
{{- if and $v.trustedCaBundle.configMap $v.trustedCaBundle.secret -}}
{{- $problems = append $problems "trustedCaBundle has configMap and secret; set only one of them." -}}
{{- end -}}
{{- $problems = concat $problems (include "adwright.routeProblems" (dict "prefix" "" "values" $v "urlName" "publicUrl" "base" (include "adwright.basePath" .)) | fromJsonArray) -}}
{{- if and $v.service.nodePort (eq $v.service.type "ClusterIP") -}}
{{- $problems = append $problems "service.nodePort needs service.type: NodePort or LoadBalancer." -}}
{{- end -}}
{{- if and (hasSuffix "/" $v.publicUrl) (ne (trimSuffix "/" $v.publicUrl) (trimAll "/" $v.publicUrl)) -}}
{{- $problems = append $problems "publicUrl ends with more than one slash." -}}
{{- end -}}
{{- $problems = concat $problems (include "adwright.modelProblems" . | fromYamlArray) -}}

{{- if $v.admin.enabled -}}
{{- $problems = concat $problems (include "adwright.adminProblems" . | fromYamlArray) -}}
{{- end -}}

{{- with $problems -}}
{{- fail (printf "these values do not fit together:\n  - %s" (join "\n  - " .)) -}}
{{- end -}}
{{- end -}}

{{/*
Conflicts between the values of an Ingress or HTTPRoute, as a list of sentences. Takes a dict: values (that contain
`ingress` and `httpRoute`), prefix (of the names of these values), urlName (the value with the URL), base (its path).
*/}}
{{- define "adwright.routeProblems" -}}
{{- $problems := list -}}
{{- $ingress := .values.ingress -}}
{{- if and $ingress.enabled (not (include "adwright.ingressHosts" $ingress | fromJsonArray)) -}}
{{- $problems = append $problems (printf "%singress.enabled needs %singress.host." .prefix .prefix) -}}
{{- end -}}
{{- $route := .values.httpRoute -}}
{{- if and $route.enabled (not (and $route.parentRefs $route.hostnames)) -}}
{{- $problems = append $problems (printf "%shttpRoute.enabled needs %shttpRoute.parentRefs, such as [{name: public, namespace: gateways}], and %shttpRoute.hostnames." .prefix .prefix .prefix) -}}
{{- end -}}
{{- range $name := list "ingress" "httpRoute" -}}
{{- $path := (get $.values $name).path -}}
{{- if and (get $.values $name).enabled (ne (trimSuffix "/" $path) $.base) -}}
{{- $problems = append $problems (printf "%s%s.path is %q, but the path of %s is %q; they must be the same." $.prefix $name $path $.urlName (default "/" $.base)) -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}
