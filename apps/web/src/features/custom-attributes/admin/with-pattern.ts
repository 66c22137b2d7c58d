import { patternProblem } from '@bellhop/rules/pattern';
import type * as z from 'zod';

/** A schema that also refuses a pattern which the engine cannot use; the contract itself does not know the engine. */
export function withPattern<S extends z.ZodObject>(schema: S): S {
  return schema.superRefine((attribute, context) => {
    const problem = patternProblem(String(attribute.regex ?? ''));
    if (!problem) return;
    const params = { key: problem.key, ...problem.params };
    context.addIssue({ code: 'custom', path: ['regex'], message: problem.reason, params });
  }) as S;
}
