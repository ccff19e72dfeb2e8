import { drawingLimits, type SvgNode } from './svg-node.ts';

export interface SvgTree {
  node: SvgNode;
  children: SvgTree[];
}

/**
 * Returns the trees that a list of elements describes, one for each element at depth 0. Returns undefined if the list
 * exceeds a limit or an element is deeper than a child of the element before it.
 */
export function treesOf(nodes: readonly SvgNode[]): SvgTree[] | undefined {
  if (nodes.length > drawingLimits.nodesMax) return undefined;
  const trees: SvgTree[] = [];
  const open: SvgTree[] = [];
  for (const node of nodes) {
    if (node.depth > open.length || node.depth > drawingLimits.depthMax) return undefined;
    open.length = node.depth;
    const tree: SvgTree = { node, children: [] };
    (open.at(-1)?.children ?? trees).push(tree);
    open.push(tree);
  }
  return trees;
}
