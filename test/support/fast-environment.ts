import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's Node environment on a plain context. Jest reads every global of a test (`Math`, `Float32Array`) through a
 * proxy, which makes loops over pixels several times slower.
 */
export default class FastEnvironment extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }
}
