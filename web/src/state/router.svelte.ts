// Which screen is shown. Addresses are in the fragment, after the #: any server can serve the page,
// and the key of an invitation is never sent with a request.
export type Route =
  | { screen: "home" }
  | { screen: Plain }
  | { screen: Named; id: string }
  | { screen: "table"; id: string; invite: string | null }
  | { screen: Reader; id: string; ply: number | null; invite: string | null };

/** The screens with nothing but an id in their address. */
const NAMED = ["lesson", "puzzle", "day", "duplicate"] as const;
type Named = (typeof NAMED)[number];

/** The screens that read a finished game. */
export type Reader = "replay" | "review";

/** The screens without more in their address. */
const PLAIN = ["setup", "rules", "statistics", "learn", "puzzles", "daily", "duplicates"] as const;
type Plain = (typeof PLAIN)[number];

/** Read an address like `#/table/Vb3?invite=k9`. */
export function routeOf(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [screen, id] = path.split("/");
  const params = new URLSearchParams(query);
  const invite = params.get("invite");
  if ((PLAIN as readonly string[]).includes(screen ?? "")) return { screen: screen as Plain };
  if ((NAMED as readonly string[]).includes(screen ?? "") && id)
    return { screen: screen as Named, id };
  if (screen === "table" && id) return { screen, id, invite };
  if ((screen === "replay" || screen === "review") && id) {
    const ply = params.get("ply");
    return { screen, id, ply: ply === null ? null : Number(ply), invite };
  }
  return { screen: "home" };
}

export function addressOf(route: Route): string {
  const params = new URLSearchParams();
  if ("invite" in route && route.invite) params.set("invite", route.invite);
  if ("ply" in route && route.ply !== null) params.set("ply", String(route.ply));
  const path =
    "id" in route ? `${route.screen}/${route.id}` : route.screen === "home" ? "" : route.screen;
  const query = params.toString();
  return `#/${path}${query && `?${query}`}`;
}

export class Router {
  route = $state.raw<Route>({ screen: "home" });

  begin(): void {
    const read = () => (this.route = routeOf(location.hash));
    read();
    addEventListener("hashchange", read);
  }

  go(route: Route): void {
    location.hash = addressOf(route);
  }

  /** Change the address without a new entry in the history. */
  note(route: Route): void {
    history.replaceState(null, "", addressOf(route));
    this.route = route;
  }
}

export const router = new Router();
