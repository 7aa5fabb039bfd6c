import type { Endpoint, Method } from './endpoint.ts';

interface Node {
  children: Map<string, Node>;
  /** Paths may call the same place by different names. */
  parameter?: Node;
  route?: Route;
}

/** The operations of one path. */
export interface Route {
  endpoints: Map<Method, Endpoint>;
  /** Names of the path's parameters, in order. */
  names: string[];
}

export interface Match {
  endpoints: Map<Method, Endpoint>;
  /** The path's parameters, still percent-decoded text. */
  values: Map<string, string>;
}

/** Finds the operations of a path. Fixed segments win over parameters: `/users/me` over `/users/{user_id}`. */
export class Router {
  #root: Node = { children: new Map() };
  #fixed = new Map<string, Match>();

  constructor(endpoints: Iterable<Endpoint>) {
    for (const endpoint of endpoints) this.#add(endpoint);
  }

  /** The same for a path that has no parameters, as it is declared: most requests name one of those. */
  matchFixed(path: string): Match | undefined {
    return this.#fixed.get(path);
  }

  /** `segments` are the decoded parts of the path below the API's prefix. */
  match(segments: readonly string[]): Match | undefined {
    const values: string[] = [];
    const route = find(this.#root, segments, 0, values)?.route;
    if (!route) return undefined;
    return {
      endpoints: route.endpoints,
      values: new Map(route.names.map((name, index) => [name, values[index] ?? ''])),
    };
  }

  #add(endpoint: Endpoint): void {
    let node = this.#root;
    const names: string[] = [];
    for (const segment of endpoint.path.split('/').filter(Boolean)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name !== undefined) {
        names.push(name);
        node.parameter ??= { children: new Map() };
        node = node.parameter;
      } else {
        const child = node.children.get(segment) ?? { children: new Map() };
        node.children.set(segment, child);
        node = child;
      }
    }
    node.route ??= { endpoints: new Map(), names };
    if (node.route.endpoints.has(endpoint.method))
      throw new Error(`${endpoint.method} ${endpoint.path} declared twice`);
    node.route.endpoints.set(endpoint.method, endpoint);
    if (names.length === 0) this.#fixed.set(endpoint.path, { endpoints: node.route.endpoints, values: new Map() });
  }
}

function find(node: Node, segments: readonly string[], depth: number, values: string[]): Node | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.route ? node : undefined;
  const child = node.children.get(segment);
  const fixed = child && find(child, segments, depth + 1, values);
  if (fixed) return fixed;
  if (!node.parameter) return undefined;
  values.push(segment);
  const found = find(node.parameter, segments, depth + 1, values);
  if (!found) values.pop();
  return found;
}
