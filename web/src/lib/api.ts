// The HTTP API of the server.
import type {
  About, GameShown, GameStatistics, Me, Moment, MyStatistics, PlayOn, ReasonGiven, Refusal, Tables, TableSetup, TableShown,
} from "../protocol";

/** The server said no. */
export class Refused extends Error {
  constructor(
    readonly reason: ReasonGiven,
    readonly status: number,
  ) {
    super(reason.sentence);
  }
}

async function ask<Answer>(path: string, method = "GET", body?: unknown): Promise<Answer> {
  const response = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Answer;
  const refusal = (await response.json().catch(() => null)) as Refusal | null;
  throw new Refused(refusal?.reason ?? { code: "went_wrong", params: {}, sentence: response.statusText }, response.status);
}

const query = (invite: string | null): string => (invite ? `?invite=${encodeURIComponent(invite)}` : "");

export const api = {
  about: () => ask<About>("/about"),
  me: () => ask<Me>("/me").catch(() => null),
  callMe: (name: string) => ask<Me>("/me", "POST", { name }),
  forgetMe: () => ask<void>("/me", "DELETE"),
  myStatistics: () => ask<MyStatistics>("/me/statistics"),
  tables: () => ask<Tables>("/tables"),
  setUp: (setup: TableSetup) => ask<TableShown>("/tables", "POST", setup),
  game: (id: string, invite: string | null) => ask<GameShown>(`/games/${id}${query(invite)}`),
  moment: (id: string, ply: number, invite: string | null) => ask<Moment>(`/games/${id}/plies/${ply}${query(invite)}`),
  statistics: (id: string, invite: string | null) => ask<GameStatistics>(`/games/${id}/statistics${query(invite)}`),
  record: (id: string, invite: string | null) => `/api/games/${id}/record${query(invite)}`,
  playOn: (id: string, wish: PlayOn) => ask<TableShown>(`/games/${id}/play-on`, "POST", wish),
  keep: (text: string) => ask<TableShown>("/records", "POST", { text }),
};
