// The tables that Home lists.
import type { Tables } from "../protocol";
import { api } from "../lib/api";

const NONE: Tables = { mine: [], public: [] };

export class TableLists {
  /** Null until the server has answered, so that Home is not laid out twice. */
  found = $state.raw<Tables | null>(null);

  async load(): Promise<void> {
    this.found = await api.tables().catch(() => this.found ?? NONE);
  }

  forget(): void {
    this.found = null;
  }
}

export const tableLists = new TableLists();
