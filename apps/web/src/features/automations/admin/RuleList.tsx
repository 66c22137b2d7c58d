import type { Automation, AutomationType } from '@bellhop/contract';
import { readRule } from '@bellhop/rules/automations/read-rule';
import type { RuleWorld } from '@bellhop/rules/automations/rule-problems';
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowDown,
  ArrowUp,
  GripVertical,
  ListChecks,
  MoreHorizontal,
  Pencil,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { DeleteRow } from '../../../ui/admin/DeleteRow.tsx';
import { announce } from '../../../ui/announce.ts';
import { StateLabel } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { Switch } from '../../../ui/Toggle.tsx';
import { toast } from '../../../ui/toast.ts';
import { ruleInWords } from '../../rule-words/index.ts';
import { automationQueries, orderRules } from '../automations.api.ts';
import { logPath } from './log-path.ts';
import { RuleFigures } from './RuleFigures.tsx';

interface RuleListProps {
  type: AutomationType;
  rules: readonly Automation[];
  world: RuleWorld;
}

/** The rules of a type in their order, which is changed by dragging, by the keys of the handle or from a row's menu. */
export function RuleList({ type, rules, world }: RuleListProps) {
  const client = useQueryClient();
  const [doomed, setDoomed] = useState<Automation>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const { queryKey } = automationQueries.list(type);
  const nameOf = (id: unknown) => rules.find((rule) => rule.id === id)?.name ?? '';
  const placeText = (id: unknown, at: number) =>
    t('automation.moved', { name: nameOf(id), n: at + 1, total: rules.length });

  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= rules.length) return;
    announce(placeText(rules[from]!.id, to));
    orderRules(client, type, arrayMove([...rules], from, to)).catch((error: unknown) =>
      toast.error(toApiError(error).message),
    );
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(indexOf(rules, active.id), indexOf(rules, over.id));
  };
  const toggle = async (rule: Automation) => {
    client.setQueryData(queryKey, (all) =>
      all?.map((one) => (one.id === rule.id ? { ...one, enabled: !rule.enabled } : one)),
    );
    try {
      await api('automations.toggle', { params: { id: rule.id } });
    } catch (error) {
      toast.error(toApiError(error).message);
    }
    await client.invalidateQueries({ queryKey: ['automations'] });
  };
  // The library's own words are English; where a rule is going is all that needs saying.
  const announcements: Announcements = {
    onDragStart: () => undefined,
    onDragOver: ({ active, over }) => (over ? placeText(active.id, indexOf(rules, over.id)) : undefined),
    onDragEnd: () => undefined,
    onDragCancel: ({ active }) => placeText(active.id, indexOf(rules, active.id)),
  };
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('automation.drag_help') } }}
      >
        <SortableContext items={rules.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol className="rule-list">
            {rules.map((rule, at) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                world={world}
                at={at}
                total={rules.length}
                onMove={(to) => move(at, to)}
                onToggle={() => void toggle(rule)}
                onDelete={() => setDoomed(rule)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('automation.delete.text')}
        entity="automation"
        remove={(id) => api('automations.remove', { params: { id } })}
        renews={queryKey}
        onClose={() => setDoomed(undefined)}
      />
    </>
  );
}

function indexOf(rules: readonly Automation[], id: unknown): number {
  return rules.findIndex((rule) => rule.id === id);
}

interface RuleRowProps {
  rule: Automation;
  world: RuleWorld;
  at: number;
  total: number;
  onMove: (to: number) => void;
  onToggle: () => void;
  onDelete: () => void;
}

function RuleRow({ rule, world, at, total, onMove, onToggle, onDelete }: RuleRowProps) {
  const { id, name, type, events, enabled, problems } = rule;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const navigate = useNavigate();
  const path = `/admin/automations/${id}/edit`;
  return (
    <li
      ref={setNodeRef}
      className={classNames('rule-row', isDragging && 'is-held', !enabled && 'is-off')}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className="grip"
        {...attributes}
        {...listeners}
        aria-label={t('automation.drag', { name })}
      >
        <GripVertical aria-hidden />
      </button>
      <span className="place num">{at + 1}</span>
      <div>
        <Link to={path} dir="auto">
          {name}
        </Link>
        {rule.shadow && <StateLabel tone="warn">{t('automation.shadow.badge')}</StateLabel>}
        <p className="says">{ruleInWords({ type, events, body: readRule(rule.rules) }, world)}</p>
        <RuleFigures rule={rule} />
        {problems.length > 0 && (
          <p className="error">
            <TriangleAlert aria-hidden />
            {t('automation.problem.flag')}
          </p>
        )}
      </div>
      <Switch aria-label={t('automation.switch', { name })} checked={enabled} onChange={onToggle} />
      <Menu
        align="end"
        label={t('admin.list.more', { name })}
        trigger={<IconButton size="s" label={t('admin.list.more', { name })} icon={<MoreHorizontal aria-hidden />} />}
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => void navigate(path)}>
          {t('globals.messages.edit')}
        </MenuItem>
        <MenuItem icon={<ListChecks aria-hidden />} onSelect={() => void navigate(logPath(id))}>
          {t('automation.log')}
        </MenuItem>
        <MenuItem icon={<ArrowUp aria-hidden />} isDisabled={at === 0} onSelect={() => onMove(at - 1)}>
          {t('automation.move_up')}
        </MenuItem>
        <MenuItem icon={<ArrowDown aria-hidden />} isDisabled={at === total - 1} onSelect={() => onMove(at + 1)}>
          {t('automation.move_down')}
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={onDelete}>
          {t('globals.messages.delete')}
        </MenuItem>
      </Menu>
    </li>
  );
}
