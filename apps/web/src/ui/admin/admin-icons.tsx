import {
  Activity,
  BadgeCheck,
  Bell,
  CircleDashed,
  Clock,
  FileText,
  Inbox,
  KeyRound,
  Layers,
  ListChecks,
  Server,
  Shield,
  SlidersHorizontal,
  Sparkles,
  Tag,
  User,
  Users,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';

const icons: Record<string, ReactNode> = {
  general: <SlidersHorizontal aria-hidden />,
  hours: <Clock aria-hidden />,
  sla: <BadgeCheck aria-hidden />,
  inboxes: <Inbox aria-hidden />,
  notification: <Bell aria-hidden />,
  agents: <User aria-hidden />,
  teams: <Users aria-hidden />,
  roles: <Shield aria-hidden />,
  activity: <Activity aria-hidden />,
  tags: <Tag aria-hidden />,
  statuses: <CircleDashed aria-hidden />,
  macros: <Zap aria-hidden />,
  automations: <Workflow aria-hidden />,
  templates: <FileText aria-hidden />,
  attributes: <Layers aria-hidden />,
  ai: <Sparkles aria-hidden />,
  sso: <KeyRound aria-hidden />,
  webhooks: <Webhook aria-hidden />,
  system: <Server aria-hidden />,
};

/** The picture of an entry of the admin menu. */
export function adminIcon(name: string): ReactNode {
  return icons[name] ?? <ListChecks aria-hidden />;
}
