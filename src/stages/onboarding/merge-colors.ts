import type { BrandColor } from '../../schema/brand.ts';
import { distance, isNeutral } from './color-distance.ts';
import type { ColorRole, ColorValue, Found } from './found.ts';
import { combined } from './merge-found.ts';

const colorsMax = 12;
/** Maximum distance (in OKLab) of two colours that count as the same colour. */
const sameWithin = 0.035;
/**
 * Factor (0 to 1) for the confidence of a colour that was found in another role. For example, a colour found as an
 * accent supports a nearly equal primary colour, but less than a colour found as a primary colour does.
 */
const supportShare = 0.4;

type Ground = 'voice' | 'surface' | 'ink' | 'muted';

interface Cluster {
  ground: Ground;
  best: Found<ColorValue>;
  members: Found<ColorValue>[];
}

function groundOf(role: ColorRole): Ground {
  return role === 'surface' || role === 'ink' || role === 'muted' ? role : 'voice';
}

function clustersOf(found: Found<ColorValue>[]): Cluster[] {
  const clusters: Cluster[] = [];
  for (const color of [...found].sort((one, other) => other.confidence - one.confidence)) {
    const ground = groundOf(color.value.role);
    const home = clusters.find(
      (cluster) => cluster.ground === ground && distance(cluster.best.value.hex, color.value.hex) < sameWithin,
    );
    if (home === undefined) clusters.push({ ground, best: color, members: [color] });
    else home.members.push(color);
  }
  return clusters;
}

function certaintyOf({ members }: Cluster, role: ColorRole): number {
  const evidence = members.map((member) => ({
    ...member,
    confidence: member.confidence * (member.value.role === role ? 1 : supportShare),
  }));
  return combined(evidence);
}

interface Cast {
  cluster: Cluster;
  role: ColorRole;
  confidence: number;
}

function castVoices(clusters: Cluster[]): Cast[] {
  const wanting = clusters.filter(({ members }) => members.some(({ value }) => value.role === 'primary'));
  const byLead = (wanting.length > 0 ? wanting : clusters.filter(({ best }) => !isNeutral(best.value.hex))).map(
    (cluster) => ({
      cluster,
      role: 'primary' as const,
      confidence: certaintyOf(cluster, 'primary') * (wanting.length > 0 ? 1 : 0.9),
    }),
  );
  byLead.sort((one, other) => other.confidence - one.confidence);
  const lead = byLead[0];
  const others = clusters
    .filter((cluster) => cluster !== lead?.cluster)
    .map((cluster): Cast => {
      const role = accompanying(cluster);
      return { cluster, role, confidence: Math.min(certaintyOf(cluster, role), lead?.confidence ?? 1) };
    });
  return [...(lead === undefined ? [] : [lead]), ...others.sort((one, other) => other.confidence - one.confidence)];
}

function accompanying({ best, members }: Cluster): ColorRole {
  if (isNeutral(best.value.hex)) return 'other';
  return members.some(({ value }) => value.role === 'accent' || value.role === 'primary') ? 'accent' : 'other';
}

function castPlain(clusters: Cluster[], ground: 'surface' | 'ink' | 'muted', countMax: number): Cast[] {
  return clusters
    .filter((cluster) => cluster.ground === ground)
    .map((cluster) => ({ cluster, role: ground, confidence: certaintyOf(cluster, ground) }))
    .sort((one, other) => other.confidence - one.confidence)
    .slice(0, countMax);
}

function asColor({ cluster, role, confidence }: Cast): BrandColor {
  const { value, source } = cluster.best;
  return { hex: value.hex, label: value.label, role, source, confidence: Math.round(confidence * 100) / 100 };
}

/**
 * Returns the palette of the brand: one primary colour, then background colours, text colour and accents. Nearly equal
 * colours are merged, and a colour found in several sources has a higher confidence.
 */
export function mergeColors(found: Found<ColorValue>[]): BrandColor[] {
  const clusters = clustersOf(found);
  const voices = castVoices(clusters.filter(({ ground }) => ground === 'voice'));
  const [lead, ...others] = voices;
  return [
    ...(lead === undefined ? [] : [lead]),
    ...castPlain(clusters, 'surface', 2),
    ...castPlain(clusters, 'ink', 1),
    ...others.slice(0, 6),
    ...castPlain(clusters, 'muted', 1),
  ]
    .slice(0, colorsMax)
    .map(asColor);
}
