import { expect, it } from 'vitest';
import { ApiError, errorFromResponse, errorFromSetup, noResponse, toApiError } from './api-error.ts';

const unreachable = 'No response from server. Check if you are still connected to internet.';

it('takes the server object when it has an error_type', () => {
  const body = {
    status: 'error',
    message: 'Tag exists',
    data: { id: 3 },
    error_type: 'ConflictException',
    code: 'tags.name_taken',
  };
  const error = errorFromResponse(409, JSON.stringify(body));
  expect(error).toMatchObject({ ...body, status_code: 409 });
});

it('takes the message alone when there is no error_type', () => {
  const error = errorFromResponse(502, '{"message":"upstream"}');
  expect(error).toMatchObject({ message: 'upstream', error_type: 'GeneralException', status_code: 502, data: null });
});

it.each(['<html>', '[]', '"text"', '{}', 'null'])('calls %s an unknown error', (body) => {
  expect(errorFromResponse(500, body)).toMatchObject({ message: 'Unknown error', error_type: 'GeneralException' });
});

it('takes an empty body, like no answer at all, for an unreachable server', () => {
  expect(errorFromResponse(503, '')).toMatchObject({ message: unreachable, status_code: 503 });
  expect(noResponse()).toMatchObject({ message: unreachable, status_code: 0 });
});

it('names what kept a request from being made', () => {
  expect(errorFromSetup(new Error('The path needs uuid')).message).toBe('The path needs uuid');
  expect(errorFromSetup(undefined).message).toBe('Error setting up the request');
});

it('turns anything thrown into one error', () => {
  const error = noResponse();
  expect(toApiError(error)).toBe(error);
  expect(toApiError(new TypeError('x is not a function')).message).toBe('x is not a function');
  expect(toApiError('what')).toBeInstanceOf(ApiError);
  expect(toApiError('what').message).toBe('Unknown error');
});
