import { type ContactListQuery, type ContactSortField, contactSortFields } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';

export interface ContactSort {
  field: ContactSortField;
  direction: 'asc' | 'desc';
}

/** The sort of the contact list, newest first by default (wire A 15.1). Throws input.invalid naming `order_by` or `order`. */
export function parseContactSort(query: Pick<ContactListQuery, 'order_by' | 'order'>): ContactSort {
  const field = contactSortFields.find((known) => known === (query.order_by || contactSortFields[0]));
  if (!field) {
    const reason = `it must be one of ${contactSortFields.join(', ')}`;
    throw new AppError('input.invalid', { params: { field: 'order_by', reason }, data: { order_by: reason } });
  }
  const direction = (query.order || 'desc').toLowerCase();
  if (direction !== 'asc' && direction !== 'desc') {
    const reason = 'it must be asc or desc';
    throw new AppError('input.invalid', { params: { field: 'order', reason }, data: { order: reason } });
  }
  return { field, direction };
}
