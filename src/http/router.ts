import type { Endpoint, Method } from './endpoint.ts';

interface Node<OneEndpoint> {
  children: Map<string, Node<OneEndpoint>>;
  /** The name of a parameter belongs to the route, because paths may name the same segment differently. */
  parameter?: Node<OneEndpoint>;
  /** Whether the parameter that leads here takes all remaining segments. */
  takesRest?: boolean;
  route?: Route<OneEndpoint>;
}

interface Route<OneEndpoint> {
  endpoints: Map<Method, OneEndpoint>;
  isOpen: boolean;
  /** Names of the path's parameters, in order. */
  names: string[];
}

export interface Match<OneEndpoint> {
  endpoints: Map<Method, OneEndpoint>;
  /** Whether an endpoint of the path is open to people without an account. */
  isOpen: boolean;
  /** Text of the path's parameters, not parsed yet. */
  values: Map<string, string>;
}

/** Finds the endpoints of a path. Fixed segments win over parameters: `/users/me` over `/users/{user_id}`. */
export class Router<OneEndpoint extends Endpoint> {
  #root: Node<OneEndpoint> = { children: new Map() };
  #fixed = new Map<string, Match<OneEndpoint>>();

  constructor(endpoints: Iterable<OneEndpoint>) {
    for (const endpoint of endpoints) this.#add(endpoint);
  }

  /** A shortcut for paths without parameters, which most requests have. */
  matchFixed(path: string): Match<OneEndpoint> | undefined {
    return this.#fixed.get(path);
  }

  /** `segments` are the decoded segments after the API's prefix. */
  match(segments: readonly string[]): Match<OneEndpoint> | undefined {
    const values: string[] = [];
    const route = find(this.#root, segments, 0, values)?.route;
    if (!route) return undefined;
    return {
      endpoints: route.endpoints,
      isOpen: route.isOpen,
      values: new Map(route.names.map((name, index) => [name, values[index] ?? ''])),
    };
  }

  #add(endpoint: OneEndpoint): void {
    let node = this.#root;
    const names: string[] = [];
    for (const segment of endpoint.path.split('/').filter(Boolean)) {
      if (segment.startsWith('{')) {
        names.push(segment.slice(1, -1));
        node.parameter ??= { children: new Map() };
        node = node.parameter;
      } else {
        const child = node.children.get(segment) ?? { children: new Map() };
        node.children.set(segment, child);
        node = child;
      }
    }
    if (endpoint.endsInPath) node.takesRest = true;
    node.route ??= { endpoints: new Map(), isOpen: false, names };
    if (node.route.endpoints.has(endpoint.method))
      throw new Error(`${endpoint.method} ${endpoint.path} declared twice`);
    node.route.endpoints.set(endpoint.method, endpoint);
    node.route.isOpen ||= endpoint.access === 'anyone';
    const { endpoints, isOpen } = node.route;
    if (names.length === 0) this.#fixed.set(endpoint.path, { endpoints, isOpen, values: new Map() });
  }
}

function find<OneEndpoint>(
  node: Node<OneEndpoint>,
  segments: readonly string[],
  depth: number,
  values: string[],
): Node<OneEndpoint> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.route ? node : undefined;
  const child = node.children.get(segment);
  const fixed = child && find(child, segments, depth + 1, values);
  if (fixed) return fixed;
  if (!node.parameter) return undefined;
  if (node.parameter.takesRest) {
    values.push(segments.slice(depth).join('/'));
    return node.parameter;
  }
  values.push(segment);
  const found = find(node.parameter, segments, depth + 1, values);
  if (!found) values.pop();
  return found;
}
