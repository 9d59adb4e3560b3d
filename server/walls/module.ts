/** A module of the server, as `domains.ts` lists it. */
export interface Module {
  /** A folder below `server/modules`, with the folders in it that are not listed themselves. Its first part is the domain. */
  folder: string;
  /** One line for the diagram. */
  purpose: string;
  /** Files without '.ts' that other domains may import; every `routes.ts` is one. Modules of one domain see all of each other. */
  doors: readonly string[];
  /** Tables that this module looks after: only files of its domain write them, but for `writersBeside`. */
  tables: readonly string[];
}
