/** All changes of a structure as plain data. */
import type { AnyChange, ChangeKind, MoveChange } from '#src/components/tree-editor/changes.ts';
import type { SiteRequest } from '../steps.ts';
import type { SiteStructure } from '../structure.ts';
import type { AddChange } from './add.ts';
import type { DefaultChange } from './default.ts';
import type { EditChange } from './edit.ts';
import type { GroupChange } from './group.ts';
import type { Capabilities } from './move.ts';
import type { RemoveChange } from './remove.ts';
import type { UngroupChange } from './ungroup.ts';

export type SingleChange =
  | MoveChange
  | EditChange
  | DefaultChange
  | AddChange
  | RemoveChange
  | GroupChange
  | UngroupChange;

export type Change = AnyChange<SingleChange>;

export type SiteChangeKind<Own> = ChangeKind<SiteStructure, Own, Change, SiteRequest, Capabilities>;
