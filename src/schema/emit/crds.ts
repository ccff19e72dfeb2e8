import { apiGroup, type ResourceDefinition } from '../resource-definitions.ts';
import { crdSchema } from './crd-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export function crd(definition: ResourceDefinition): JsonSchema {
  const { kind, singular, plural, shortName, columns, selectableFields } = definition;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${apiGroup.group}` },
    spec: {
      group: apiGroup.group,
      scope: 'Namespaced',
      names: {
        kind,
        listKind: `${kind}List`,
        singular,
        plural,
        shortNames: [shortName],
        categories: ['adwright'],
      },
      versions: [
        {
          name: apiGroup.version,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: columns,
          ...(selectableFields.length === 0
            ? {}
            : { selectableFields: selectableFields.map((field) => ({ jsonPath: `.${field}` })) }),
          schema: { openAPIV3Schema: objectSchema(definition) },
        },
      ],
    },
  };
}

function objectSchema({ description, spec, status, transitions }: ResourceDefinition): JsonSchema {
  const specSchema = crdSchema(spec);
  const own = specSchema['x-kubernetes-validations'];
  const validations = [
    ...(Array.isArray(own) ? (own as unknown[]) : []),
    ...transitions.flatMap(({ field, message, cel }) =>
      cel === undefined ? [] : [{ rule: cel, message, fieldPath: `.${field}` }],
    ),
  ];
  return {
    type: 'object',
    description,
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: { ...specSchema, ...(validations.length === 0 ? {} : { 'x-kubernetes-validations': validations }) },
      // Until the controller has seen the object, clients such as kstatus must not count it as ready.
      status: { ...crdSchema(status), default: { observedGeneration: -1 } },
    },
  };
}
